// n8n finds nodes and credentials through the "n8n" block of package.json, not through this file.
module.exports = {};
