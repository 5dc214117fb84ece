/** What is to be known of a parameter that identifies something at the service. */
interface Identifier {
	/** Its name on the panel, and so in messages. */
	label: string;
	/** Whether it is a name that people give, so that any character may be in it, unlike a UUID. */
	isName: boolean;
	/** Words in front of its UUID in the path of a link, as in `/cases/<uuid>`. */
	folders: readonly string[];
}

/** The parameters that become a segment of a path, by their names. */
export const IDENTIFIERS = {
	caseId: { label: 'Case', isName: false, folders: ['cases', 'case', 'process_instances'] },
	definitionElementId: { label: 'Element Name or ID', isName: false, folders: [] },
	signalId: { label: 'Signal', isName: true, folders: [] },
	templateId: {
		label: 'Template',
		isName: false,
		folders: ['templates', 'template', 'process_templates'],
	},
} as const satisfies Record<string, Identifier>;

export type IdentifierName = keyof typeof IDENTIFIERS;
