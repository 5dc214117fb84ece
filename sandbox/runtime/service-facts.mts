/** How to reach the sandbox service: the values of the credential in n8n. */
export interface ServiceAccess {
	url: string;
	token: string;
	organization: string;
}

/**
 * What the demo needs to know about the service: the template it starts, and values for its form.
 */
export interface DemoFacts {
	templateId: string;
	/** By element key, as in the fields of the form. */
	elements: Record<string, unknown>;
}

const templateName = 'Purchase Approval';
const route = '/process_templates';

/** Calls the service directly, without n8n; returns the status too. */
export async function askService(access: ServiceAccess, path: string) {
	const response = await fetch(`${access.url}${path}`, {
		headers: { authorization: access.token, 'x-organization': access.organization },
		signal: AbortSignal.timeout(10_000),
	});
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers differ by path
	return { status: response.status, body: (await response.json()) as any };
}

interface Definition {
	identifier: string;
	type: string;
	assignedID: string;
	required: boolean;
}

interface Member {
	uuid: string;
	invitation_status: string;
	deleted: boolean;
}

/** A value that the service accepts for a required element of the form. */
async function exampleValue(access: ServiceAccess, templateId: string, element: Definition) {
	if (element.type === 'date') {
		const inTwoWeeks = new Date(Date.now() + 14 * 24 * 3600 * 1000);
		return inTwoWeeks.toISOString().slice(0, 10);
	}
	if (element.type === 'team_members') {
		const path = `${route}/automation/${templateId}/definition_element/${element.identifier}/members`;
		const members: Member[] = (await askService(access, path)).body.members;
		const able = members.find((one) => !one.deleted && one.invitation_status === 'accepted');
		return able?.uuid;
	}
	return 'From the demo workflow';
}

/** Finds the demo's template among the launchable ones, and fills its form. */
export async function demoFacts(access: ServiceAccess): Promise<DemoFacts> {
	const { body } = await askService(access, `${route}/basic/launchables`);
	const templates: Array<{ uuid: string; name: string }> = body.process_templates;
	const template = templates.find((one) => one.name === templateName);
	if (template === undefined) {
		throw new Error(`The sandbox service has no template "${templateName}" that may be started.`);
	}
	const start = await askService(access, `${route}/automation/${template.uuid}/start_definition`);
	const elements: Record<string, unknown> = {};
	for (const { definition } of start.body.definition_elements as Array<{
		definition: Definition;
	}>) {
		if (!definition.required) continue;
		elements[definition.assignedID] = await exampleValue(access, template.uuid, definition);
	}
	return { templateId: template.uuid, elements };
}
