declare global {
  // What `putBehind` puts there.
  var throughLine: (port: number) => Promise<number>;
}

/**
 * To be run in a page before anything else: bends the path of its media, by TCP alone or through a line that the test
 * runs (`throughLine` gives its port). The addresses of this side are kept from the server, so that there is no other way.
 * Nothing here knows the product.
 */
export function bendPath(path: 'tcp' | 'bad-line'): void {
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
