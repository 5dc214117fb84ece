// One name, one meaning: no top-level name occurs in two files of the package.

import { globSync, readFileSync } from 'node:fs';

import ts from 'typescript';

/** The names that a file declares at top level. */
function namesOf(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	return source.statements.flatMap((statement) => {
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.flatMap(({ name }) =>
				ts.isIdentifier(name) ? [name.text] : [],
			);
		}
		const isNamed =
			ts.isFunctionDeclaration(statement) ||
			ts.isClassDeclaration(statement) ||
			ts.isInterfaceDeclaration(statement) ||
			ts.isTypeAliasDeclaration(statement);
		return isNamed && statement.name !== undefined ? [statement.name.text] : [];
	});
}

const filesByName = new Map<string, Set<string>>();
const files = globSync('{credentials,nodes}/**/*.ts');
for (const file of files) {
	for (const name of namesOf(file)) {
		filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
	}
}

const twice = [...filesByName].filter(([, places]) => places.size > 1);
for (const [name, places] of twice) {
	console.error(
		`The name ${name} stands in ${[...places].join(' and ')}: give one of them another.`,
	);
}
if (filesByName.size === 0) console.error('No names were found.');
process.exitCode = twice.length > 0 || filesByName.size === 0 ? 1 : 0;
