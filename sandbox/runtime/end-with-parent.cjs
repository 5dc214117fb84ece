// Loaded into n8n before its own code. When the process that started it is gone without having
// said goodbye (SIGKILL, a closed terminal), n8n would live on and hold its port and database.
// The channel to that process closes then, and n8n ends as if it had been asked to.

'use strict';

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// n8n must not stay alive for the sake of the channel, nor find a parent that it could talk to.
process.channel?.unref();
process.send = undefined;
