/** What is to be known of a parameter that identifies something at the service. */
interface Identifier {
	/** Its name on the panel, and so in messages. */
	label: string;
	/** Whether it is a name that people give, so that any character may be in it, unlike a UUID. */
	isName: boolean;
}

/** The parameters that become a segment of a path, by their names. */
export const IDENTIFIERS = {
	caseId: { label: 'Case', isName: false },
	definitionElementId: { label: 'Definition Element Name or ID', isName: false },
	signalId: { label: 'Signal', isName: true },
	templateId: { label: 'Template', isName: false },
} as const satisfies Record<string, Identifier>;

export type IdentifierName = keyof typeof IDENTIFIERS;
