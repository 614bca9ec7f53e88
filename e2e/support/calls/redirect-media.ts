declare global {
  // Set by `routeMediaOver`.
  var throughLine: (port: number) => Promise<number>;
}

/**
 * To be run in a page before anything else: redirects its media, over TCP only or through a test's connection, whose
 * port `throughLine` returns. The page's own addresses are hidden from the server, so that there is no other path.
 * Knows nothing of the product.
 */
export function redirectMedia(path: 'tcp' | 'bad-line'): void {
  const { prototype } = RTCPeerConnection;
  const ownCandidates = /a=candidate:.*\r\n/g;
  const without = ({ type, sdp = '' }: RTCSessionDescriptionInit) => ({
    type,
    sdp: sdp.replace(ownCandidates, ''),
  });
  for (const name of ['createOffer', 'createAnswer'] as const) {
    const create = prototype[name] as (options?: object) => Promise<RTCSessionDescriptionInit>;
    const bent = async function (this: RTCPeerConnection, options?: object) {
      return without(await create.call(this, options));
    };
    Object.defineProperty(prototype, name, { value: bent });
  }
  Object.defineProperty(prototype, 'onicecandidate', { set() {} });
  const add: (candidate: RTCIceCandidateInit) => Promise<void> = prototype.addIceCandidate;
  const addBent = async function (this: RTCPeerConnection, candidate: RTCIceCandidateInit) {
    const parts = (candidate.candidate ?? '').split(' ');
    if (parts[4] !== '127.0.0.1') return;
    const isTcp = parts[2]?.toLowerCase() === 'tcp';
    if (isTcp !== (path === 'tcp')) return;
    if (path === 'bad-line') parts[5] = String(await throughLine(Number(parts[5])));
    await add.call(this, { ...candidate, candidate: parts.join(' ') });
  };
  Object.defineProperty(prototype, 'addIceCandidate', { value: addBent });
  const describe = prototype.setRemoteDescription as (description: object) => Promise<void>;
  const describeBent = function (this: RTCPeerConnection, description: RTCSessionDescriptionInit) {
    return describe.call(this, without(description));
  };
  Object.defineProperty(prototype, 'setRemoteDescription', { value: describeBent });
}
