// Loaded into n8n before its own code. If the process that started it ends without notice (SIGKILL,
// a closed terminal), n8n would keep running and block its port and database. The channel to that
// process closes then, and n8n shuts down as if asked to.

'use strict';

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep n8n alive, nor may n8n find a parent process to talk to.
process.channel?.unref();
process.send = undefined;
