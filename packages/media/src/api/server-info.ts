import { ServerInfo, ServerInfo_Edition } from '@livekit/protocol';

/** What clients are told this server speaks: the protocol version that its behaviour corresponds to. */
export const serverInfo = new ServerInfo({
  edition: ServerInfo_Edition.Standard,
  version: '1.9.0',
  protocol: 15,
});
