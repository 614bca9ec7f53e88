import { ServerInfo, ServerInfo_Edition } from '@livekit/protocol';

/** Server info for clients, with the protocol version that this server implements. */
export const serverInfo = new ServerInfo({
  edition: ServerInfo_Edition.Standard,
  version: '1.9.0',
  protocol: 15,
});
