/** Endpoints that no operation reaches, each with the reason. */
const NOT_YET = 'The resources Template and Signal are not built yet';

export const EXCLUDED: Record<string, string> = {
	listTemplates: NOT_YET,
	listLaunchableTemplates: NOT_YET,
	listAutomatedTemplates: NOT_YET,
	getTemplate: NOT_YET,
	updateTemplate: NOT_YET,
	deleteTemplate: NOT_YET,
	getStartDefinition: NOT_YET,
	listElementMembers: NOT_YET,
	listSignals: NOT_YET,
	getSignal: NOT_YET,
	triggerSignal: NOT_YET,
};
