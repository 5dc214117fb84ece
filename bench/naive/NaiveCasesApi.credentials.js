'use strict';

/** For comparison only: headers from expressions, as in n8n's guide for declarative nodes. */
exports.NaiveCasesApi = class NaiveCasesApi {
	name = 'naiveCasesApi';

	displayName = 'Naive Cases API';

	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
		{ displayName: 'Organization', name: 'organization', type: 'string', default: '' },
	];

	authenticate = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '={{ $credentials.token }}',
				'X-Organization': '={{ $credentials.organization }}',
			},
		},
	};
};
