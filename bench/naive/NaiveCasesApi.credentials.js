'use strict';

/** For comparison only: headers by expressions, as n8n's own guide for declarative nodes has them. */
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
