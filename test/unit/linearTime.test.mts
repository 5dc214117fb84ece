/**
 * Each function that takes text from outside takes linear time: a parameter, a field or header of a
 * response, the message of an error. A new function is one row of the table.
 */
import {
	CaseList,
	describeListed,
	describeNumber,
} from '../../nodes/CaseManagement/lookup/caseList.ts';
import { describeTarget, readCaseTarget } from '../../nodes/CaseManagement/lookup/target.ts';
import { enteredValues, readFormJson } from '../../nodes/CaseManagement/fields/formInput.ts';
import { readCaseFilter } from '../../nodes/CaseManagement/fields/caseFilters.ts';
import * as choices from '../../nodes/CaseManagement/methods/choices.ts';
import * as caseModel from '../../nodes/CaseManagement/model/case.ts';
import * as caseFilter from '../../nodes/CaseManagement/model/caseFilter.ts';
import * as convert from '../../nodes/CaseManagement/model/convert.ts';
import * as dates from '../../nodes/CaseManagement/model/dates.ts';
import * as exactJson from '../../nodes/CaseManagement/model/exactJson.ts';
import * as fieldIds from '../../nodes/CaseManagement/model/fieldIds.ts';
import * as foreignText from '../../nodes/CaseManagement/model/foreignText.ts';
import * as formValues from '../../nodes/CaseManagement/model/formValues.ts';
import * as identifiers from '../../nodes/CaseManagement/model/identifiers.ts';
import * as json from '../../nodes/CaseManagement/model/json.ts';
import * as names from '../../nodes/CaseManagement/model/names.ts';
import { Problem } from '../../nodes/CaseManagement/model/problem.ts';
import * as template from '../../nodes/CaseManagement/model/template.ts';
import * as locator from '../../nodes/CaseManagement/parameters/locator.ts';
import { readRequestOptions } from '../../nodes/CaseManagement/parameters/requestOptions.ts';
import * as values from '../../nodes/CaseManagement/parameters/values.ts';
import { toCasePage } from '../../nodes/CaseManagement/transport/cases.ts';
import {
	connectionCause,
	toConnectionProblem,
} from '../../nodes/CaseManagement/transport/connection.ts';
import * as credential from '../../nodes/CaseManagement/transport/credential.ts';
import { formatMessage, toErrorItem } from '../../nodes/CaseManagement/transport/errors.ts';
import {
	fetchMembers,
	fetchSignalForm,
	fetchStartForm,
} from '../../nodes/CaseManagement/transport/forms.ts';
import { Limiter } from '../../nodes/CaseManagement/transport/limiter.ts';
import { findRedactor, registerSecrets } from '../../nodes/CaseManagement/transport/redaction.ts';
import * as response from '../../nodes/CaseManagement/transport/response.ts';
import { retryAfterMs } from '../../nodes/CaseManagement/transport/retry.ts';
import { send } from '../../nodes/CaseManagement/transport/send.ts';
import { toQueryString } from '../../nodes/CaseManagement/transport/url.ts';
import { asking, idOf, parametersOf } from './faking.mts';

const LONG = 1_000_000;
const SHORT = LONG / 4;
const PROBE = LONG / 16;

const UUID = '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11';
const TOKEN = 'Bearer abcdefgh12345678';

const repeat = (unit: string) => (length: number) => unit.repeat(length / unit.length);

/** Text in the middle, between a beginning and an end. */
const between = (start: string, unit: string, end: string) => (length: number) =>
	start + unit.repeat(length / unit.length) + end;

/** The worst shapes of text, by what they are made of. */
const SHAPES: Record<string, (length: number) => string> = {
	'escaped percent signs': (length) => `%${'25'.repeat(length / 2)}`,
	'percent signs': repeat('%'),
	'escapes escaped once': repeat('%2525'),
	'escapes of a byte': repeat('%c3'),
	'escaped dots': repeat('%2e%2e/'),
	entities: repeat('&amp;amp;'),
	'numeric entities': repeat('&#38;#'),
	'escaped backslashes': repeat('\\u005c'),
	backslashes: repeat('\\'),
	quotes: repeat('"'),
	'escaped quotes': repeat('\\"'),
	'text in JSON': between('"', '\\"', '"'),
	brackets: repeat('['),
	'mixed brackets': repeat('{['),
	'nested objects': repeat('{"a":'),
	'nested lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
	'empty lists': between('[', '[],', '0]'),
	'a list of numbers': between('[', '1,', '1]'),
	'a list of long numbers': between('[', '0.1000000000000,', '1]'),
	'a list of texts': between('[', '"a",', '"a"]'),
	'an object of many keys': (length) =>
		`{${Array.from({ length: length / 12 }, (_unused, n) => `"k${n}":${n}`).join(',')}}`,
	'an object of lists': between('{"a":[', '{"b":[{}]},', '0]}'),
	blanks: repeat(' '),
	'blanks between letters': between('a', ' ', 'b'),
	'blanks before a digit': between(' ', ' ', '1'),
	'other blanks': repeat('\u00a0\t'),
	newlines: repeat('\r\n'),
	'control characters': repeat('\u001b[31m'),
	'unseen characters': repeat('\u200b'),
	'dots and blanks': repeat('. '),
	dots: repeat('.'),
	slashes: repeat('/'),
	'steps upwards': repeat('../'),
	'question marks and hashes': repeat('?#'),
	colons: repeat(':'),
	'at signs': repeat('@'),
	commas: repeat(','),
	'commas and letters': repeat('a,'),
	'equal signs': repeat('a='),
	'semicolons and letters': repeat('a;'),
	digits: repeat('1'),
	zeros: repeat('0'),
	'digits then zeros': between('1', '0', '1'),
	'digits behind a point': between('0.', '0', '1'),
	exponents: repeat('1e1'),
	'points and digits': repeat('1.'),
	signs: repeat('-+'),
	dates: repeat('2026-01-01T10:00:00Z '),
	'days of the week': repeat('Mon, '),
	'half characters': repeat('\ud83d'),
	'reversed halves': repeat('\udc00\ud83d'),
	emojis: repeat('\u{1f600}'),
	'combining marks': repeat('e\u0301'),
	'only marks': repeat('\u0301\u0327'),
	'sharp s': repeat('\u00df'),
	letters: repeat('a'),
	hexadecimal: repeat('deadbeef'),
	UUIDs: repeat(UUID),
	'UUIDs in a path': repeat(`/${UUID}`),
	base64: repeat(btoa('ABC')),
	'almost the token': repeat(TOKEN.slice(0, -1)),
	'the token': repeat(TOKEN),
	tags: repeat('<a href="'),
	'a web page': repeat('<html'),
	links: repeat('https://'),
	'words of an error': repeat('domain invalid aborted '),
	'a message': between('{"message":"', '%25', '"}'),
	'character sets': repeat('charset='),
	'null in text': repeat('null '),
};

const FIELD = { displayName: 'Field', name: 'field' };
const FORM_TYPES = ['date', 'number', 'boolean', 'text', 'team_members', 'hologram'];

const element = (type: string) => ({ key: 'k', label: 'Field', type, required: false });

const request = {};
registerSecrets(request, { token: TOKEN, organization: 'acme-organization' });
const redactor = findRedactor(request);

const answerOf = (body: string, statusCode = 200, headers = {}) => ({
	...{ statusCode, headers, body, redactor },
});

const caseOf = (text: string) => ({
	...{ uuid: text, name: text, status: text, sequential_id: text, created_at: text },
	completed_date: text,
	process_template: { uuid: text, name: text },
	launcher: { first_name: text, last_name: text, uuid: text },
});

const FILTER: caseFilter.CaseFilter = {
	status: ['running'],
	process_type: ['t'],
	created_before: '2026-01-01',
	nameContains: 'A%',
};

const fail = (): never => {
	throw new Problem('Missing', { kind: 'invalidResponse' });
};

const target = (mode: string) => (value: string) =>
	readCaseTarget(parametersOf({ caseId: { mode, value } }), false);

const filterBy = (name: string) => (text: string) =>
	readCaseFilter(parametersOf({ filters: { [name]: text } }));

const body = (of: (text: string) => object) => (text: string) => asking({ body: of(text) }).ask;

/** Functions by name, and what text they get; a word behind a colon tells several uses apart. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
	'parseId: case': (text) => identifiers.parseId(text, 'caseId'),
	'parseId: signal': (text) => identifiers.parseId(text, 'signalId'),
	isUuid: identifiers.isUuid,
	listedId: identifiers.listedId,
	withoutUsableId: identifiers.withoutUsableId,
	'locatorValue: link': (value) => locator.locatorValue({ mode: 'url', value }, 'caseId'),
	'locatorValue: path': (text) =>
		locator.locatorValue({ mode: 'url', value: `https://x/${text}` }, 'caseId'),
	'locatorId: plain': (text) => locator.locatorId(text, 'templateId'),
	'readCaseTarget: name': target('name'),
	'readCaseTarget: number': target('number'),
	'readCaseTarget: id': target('id'),
	'readCaseTarget: url': target('url'),
	describeTarget: (value) =>
		describeTarget({ by: 'name', value, templateId: undefined, hasTemplate: false }),
	'CaseList: names': (text) => {
		const list = new CaseList();
		list.add(caseOf(text));
		return [list.withName(text), list.firstWithName(text), list.unclearWithName(text)];
	},
	describeListed: (text) =>
		describeListed(
			{ id: undefined, uuid: text, number: text, status: text, created: text, startedAt: 0 },
			true,
		),
	describeNumber,
	comparableName: names.comparableName,
	foldText: names.foldText,
	isNameMatch: (text) => names.isNameMatch(text, 'A%'),
	nameText: names.nameText,
	comparableNumber: names.comparableNumber,
	isNothing: convert.isNothing,
	isBlank: convert.isBlank,
	decodeUri: convert.decodeUri,
	asText: convert.asText,
	asBoolean: convert.asBoolean,
	asNumber: convert.asNumber,
	asList: convert.asList,
	toFilterDate: (text) => dates.toFilterDate(text, 'Field', 'Europe/Zurich'),
	toCalendarDay: (text) => dates.toCalendarDay(text, 'Europe/Zurich'),
	parseTimestamp: dates.parseTimestamp,
	toIsoTimestamp: dates.toIsoTimestamp,
	'toIsoTimestamp: form': (text) => dates.toIsoTimestamp(`${text} UTC`),
	'isDate: any': dates.isDate,
	parseExactJson: (text) => exactJson.parseExactJson(text, 'Field'),
	'parseExactJson: text': (text) => exactJson.parseExactJson(JSON.stringify([text]), 'Field'),
	'parseExactJson: key': (text) => exactJson.parseExactJson(JSON.stringify({ [text]: 1 }), 'Field'),
	rejectLossyValues: (text) => exactJson.rejectLossyValues({ [text]: [text] }, 'Field'),
	'rejectLossyValues: parsed': (text) =>
		exactJson.rejectLossyValues(json.parseJson(text).value ?? null, 'Field'),
	parseJsonList: exactJson.parseJsonList,
	isExactNumber: exactJson.isExactNumber,
	toFieldId: fieldIds.toFieldId,
	'toFieldId: escaped': (text) => fieldIds.toFieldId(`~${text}`),
	fromFieldId: (text) => fieldIds.fromFieldId(`~${text}`),
	markRequired: (text) => fieldIds.markRequired(text, true),
	unmarkRequired: fieldIds.unmarkRequired,
	cleanText: (text) => foreignText.cleanText(text, { redact: redactor.text }),
	quote: foreignText.quote,
	'quote: list': (text) => foreignText.quote([text]),
	withoutStop: foreignText.withoutStop,
	unquoted: foreignText.unquoted,
	parseJson: json.parseJson,
	'toJson: text': json.toJson,
	pick: (text) => json.pick({ [text]: text }, [text]),
	definedOf: (text) => json.definedOf({ [text]: text }),
	fullName: (text) => json.fullName({ first_name: text, last_name: text }),
	simplifyCase: (text) => caseModel.simplifyCase(caseOf(text)),
	simplifyCaseView: (text) =>
		caseModel.simplifyCaseView({ entry: caseOf(text), permissions: [text] }),
	toCaseView: (text) => caseModel.toCaseView({ process_instance: caseOf(text) }),
	simplifyDocuments: (text) =>
		caseModel.simplifyDocuments([
			{ id: text, documents_info: [{ content: { files: [{ originalName: text }] } }] },
		]),
	isStatus: caseModel.isStatus,
	filterMismatch: (text) => caseFilter.filterMismatch(caseOf(text), FILTER),
	filterDoubt: (text) => caseFilter.filterDoubt(caseOf(text), FILTER),
	toTemplates: (text) => template.toTemplates([{ name: text }]),
	summarizeTemplate: (text) => template.summarizeTemplate({ name: text }),
	simplifyTemplate: (text) => template.simplifyTemplate({ process_template: { name: text } }),
	toDefinitionElements: (text) =>
		template.toDefinitionElements({ definition_elements: [{ definition: { label: text } }] }),
	toSignalElements: (text) =>
		template.toSignalElements({ submission_elements: [{ definition_element: { name: text } }] }),
	simplifyDefinition: (text) => template.simplifyDefinition({ manual_label: text }, []),
	simplifyMembers: (text) => template.simplifyMembers([{ first_name: text }]),
	toSignalIds: (text) => template.toSignalIds({ signals: [text] }),
	valueKind: formValues.valueKind,
	uniqueLabel: (label) =>
		formValues.uniqueLabel([{ ...element('text'), label }], { ...element('text'), label }),
	toMemberIds: formValues.toMemberIds,
	checkMembers: (text) => formValues.checkMembers('Field', [text], []),
	'checkMembers: no list': (text) => formValues.checkMembers('Field', [text]),
	...Object.fromEntries(
		FORM_TYPES.map((type) => [
			`formValues: ${type}`,
			(text: string) =>
				formValues.formValues([element(type)], new Map([['k', text]]), { timeZone: 'UTC' }),
		]),
	),
	'formValues: key': (text) =>
		formValues.formValues([], new Map([[text, 'x']]), { timeZone: 'UTC' }),
	'enteredValues: rows': (text) =>
		enteredValues(
			parametersOf({
				teamMembers: { element: [{ definitionElementId: text, memberIds: text }] },
			}),
			[element('team_members')],
		),
	readFormJson: (text) => readFormJson(parametersOf({ field: text }), FIELD, {}, 'Advice'),
	readText: (text) => values.readText(text, 'Field'),
	readBoolean: (text) => values.readBoolean(text, 'Field', false),
	readNumber: (text) => values.readNumber(text, 'Field', { from: 0 }),
	readChoice: (text) => values.readChoice(text, 'Field', ['a']),
	readTexts: (text) => values.readTexts(text, 'Field'),
	toStatus: values.toStatus,
	readStatuses: (text) => values.readStatuses(text, 'Field'),
	'readCaseFilter: name': filterBy('nameContains'),
	'readCaseFilter: date': filterBy('createdAfter'),
	'readCaseFilter: templates': filterBy('templateIds'),
	'readCaseFilter: statuses': filterBy('status'),
	'readCaseFilter: days': filterBy('olderThanDays'),
	'readRequestOptions: proxy': (proxy) =>
		readRequestOptions(parametersOf({ requestOptions: { proxy } })),
	'readRequestOptions: user': (text) =>
		readRequestOptions(parametersOf({ requestOptions: { proxy: `http://${text}@host:1` } })),
	readBaseUrl: (baseUrl) => credential.readBaseUrl({ baseUrl }),
	'readBaseUrl: path': (text) => credential.readBaseUrl({ baseUrl: `https://x/${text}` }),
	readToken: (token) => credential.readToken({ token }),
	readOrganization: (organization) => credential.readOrganization({ organization }),
	toQueryString: (text) => {
		// Half a character is refused before.
		const whole = text.replace(/\p{Surrogate}/gu, '');
		return toQueryString({ status: [whole], cursor: whole });
	},
	toCasePage: (text) => toCasePage({ processes: [], next_cursor: text }, fail),
	retryAfterMs: (text) => retryAfterMs(text, 0),
	'retryAfterMs: date': (text) => retryAfterMs(`Mon, ${text}`, 0),
	'redactor: text': (text) => redactor.text(text),
	'redactor: JSON': (text) => redactor.json({ [text]: [text] }, JSON.stringify({ [text]: [text] })),
	responseValue: (text) => response.responseValue(answerOf(text), 'getCase'),
	'responseValue: failed': (text) => response.responseValue(answerOf(text, 500), 'getCase'),
	'responseValue: message': (message) =>
		response.responseValue(answerOf(JSON.stringify({ message }), 500), 'createCase'),
	'responseValue: headers': (text) =>
		response.responseValue(answerOf('', 302, { location: text, 'retry-after': text }), 'getCase'),
	'responseValue: host': (text) =>
		response.responseValue(answerOf('', 302, { location: `https://${text}` }), 'getCase'),
	responseObject: (text) => response.responseObject(answerOf(text), 'createCase'),
	errorObject: (text) => response.errorObject(answerOf(text, 500)),
	connectionCause,
	toConnectionProblem: (text) => toConnectionProblem(new Error(text), 'createCase', redactor),
	'toConnectionProblem: code': (code) =>
		toConnectionProblem(Object.assign(new Error('x'), { code }), 'getCase', redactor),
	formatMessage: (text) =>
		formatMessage(new Problem(text, { kind: 'service' }), { operation: 'Case: Get' }),
	toErrorItem: (text) =>
		toErrorItem(
			new Problem(text, { kind: 'service', hint: text }),
			{ operation: 'Case: Get', itemIndex: 0 },
			undefined,
		),
	'fetchStartForm: labels': (label) =>
		fetchStartForm(
			body(() => ({ definition_elements: [{ definition: { label, assignedID: label } }] }))(label),
			idOf('t'),
		),
	'fetchSignalForm: labels': (label) =>
		fetchSignalForm(
			body(() => ({ submission_elements: [{ definition_element: { label, name: label } }] }))(
				label,
			),
			idOf('t'),
			idOf('s', 'signalId'),
		),
	'fetchMembers: names': (text) =>
		fetchMembers(
			body(() => ({ members: [{ uuid: text, first_name: text, slug: text }] }))(text),
			idOf('t'),
			'e',
		),
	'send: headers': async (text) => {
		const bytes = new TextEncoder().encode('{}');
		const headers = { 'content-type': text, 'retry-after': text, location: text };
		const httpRequestWithAuthentication = async () => ({ statusCode: 200, headers, body: bytes });
		return await send(
			{ helpers: { httpRequestWithAuthentication } } as never,
			{ operationId: 'getCase', path: '/' },
			(answer) => answer,
			{
				limiter: new Limiter(1),
				credential: async () => ({ data: {}, allowedDomains: undefined }),
			},
		);
	},
	toChoices: (text) =>
		choices.toChoices([
			{ name: text, value: text },
			{ name: text, value: 'x' },
		]),
	toMemberChoices: (text) =>
		choices.toMemberChoices([{ uuid: text, name: text, deleted: false, accepted: true }], [text]),
	sortByName: (text) => choices.sortByName([choices.noteChoice(text), choices.noteChoice(text)]),
	makeSearchTest: (text) => choices.makeSearchTest(text)({ name: text, value: text }),
	noteChoice: choices.noteChoice,
};

/** Functions that do not look into a text. */
const NO_TEXT = [
	'asArray',
	'asObject',
	'daysBefore',
	'earlierOf',
	'isObject',
	'isSafeNumber',
	'makeCredentialReader',
	'missingFieldError',
	'readObject',
	'serviceFilter',
];

test.each(
	Object.entries({
		caseFilter,
		caseModel,
		choices,
		convert,
		credential,
		dates,
		exactJson,
		fieldIds,
		foreignText,
		formValues,
		identifiers,
		json,
		locator,
		names,
		response,
		template,
		values,
	}),
)('the table has every function of %s', (_name, module) => {
	const rows = new Set(Object.keys(FUNCTIONS).map((name) => name.split(':', 1)[0]));
	const functions = Object.entries(module)
		.filter(([, value]) => typeof value === 'function')
		.map(([name]) => name);
	expect(functions.filter((name) => !rows.has(name) && !NO_TEXT.includes(name))).toEqual([]);
});

/** CPU time of a call in milliseconds. What it refuses, it refuses by a Problem. */
async function cpuTime(work: (text: string) => unknown, text: string): Promise<number> {
	const before = process.cpuUsage();
	try {
		await work(text);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** CPU time that needs no explanation, whatever the text. */
const FLOOR_MS = 400;

/** For a sixteenth of the text, if nothing else is measured: the square would take seconds. */
const MAX_PROBE_MS = 400;

/** By hand, only the sixteenth is measured; CI takes the time for a whole megabyte. */
const isBrief = process.env.CI === undefined;

/** For a sixteenth of the text: even with the square of its length, the whole is below the floor. */
const NEGLIGIBLE_MS = FLOOR_MS / 16 ** 2;

/** No text of a megabyte may take longer. */
const MAX_MS = 3000;

/** Four times the text takes four times as long; other work on the machine is in it too. */
const MAX_GROWTH = 6;

const texts = Object.entries(SHAPES).map(([shape, make]) => ({
	shape,
	long: make(LONG),
	short: make(SHORT),
	probe: make(PROBE),
}));

test.each(Object.entries(FUNCTIONS))('%s takes linear time', async (_name, work) => {
	for (const { shape, long, short, probe } of texts) {
		let probeTime = Infinity;
		const enough = isBrief ? MAX_PROBE_MS : NEGLIGIBLE_MS;
		for (let attempt = 0; attempt < (isBrief ? 4 : 1) && probeTime > enough; attempt += 1) {
			probeTime = Math.min(probeTime, await cpuTime(work, probe));
		}
		if (isBrief)
			expect({ shape, isLinear: probeTime <= enough }).toEqual({ shape, isLinear: true });
		if (isBrief || probeTime <= enough) continue;
		// The fastest of a few: a collection of garbage says nothing about the function.
		let [time, shortTime] = [Infinity, Infinity];
		for (let attempt = 0; attempt < 4 && time > FLOOR_MS; attempt += 1) {
			time = Math.min(time, await cpuTime(work, long));
			if (time > 10 * MAX_MS) break;
			if (time > FLOOR_MS) shortTime = Math.min(shortTime, await cpuTime(work, short));
		}
		const limit = Math.min(MAX_MS, MAX_GROWTH * shortTime + FLOOR_MS);
		expect({ shape, time, isLinear: time <= limit }).toEqual({ shape, time, isLinear: true });
	}
});
