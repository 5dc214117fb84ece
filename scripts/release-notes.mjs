// Prints what CHANGELOG.md says of this version, for the release on GitHub.

import { changelog, manifest, notesOf } from './release.mjs';

console.log(notesOf(changelog(), manifest.version));
