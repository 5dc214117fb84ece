// Prints the section of CHANGELOG.md for this version, for the release on GitHub.

import { changelog, manifest, notesOf } from './release.mjs';

console.log(notesOf(changelog(), manifest.version));
