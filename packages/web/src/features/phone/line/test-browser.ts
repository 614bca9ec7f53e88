import { vi } from 'vitest';

/** The connection of a call for tests, which sends no voices. */
class TestConnection extends EventTarget {
  /** The latest connection, with the options of each offer. */
  static last: TestConnection | undefined;
  readonly offers: object[] = [];
  rolledBack = 0;
  readonly iceGatheringState = 'complete';
  iceConnectionState = 'connected';
  localDescription: object | null = null;

  constructor() {
    super();
    TestConnection.last = this;
  }

  addTrack(): void {}
  close(): void {}
  getSenders = () => [];
  getReceivers = () => [];
  getStats = async () => new Map();
  createOffer = async (wanted?: object) => {
    this.offers.push(wanted ?? {});
    return { type: 'offer', sdp: 'v=0\r\n' };
  };
  createAnswer = async () => ({ type: 'answer', sdp: 'v=0\r\n' });
  setRemoteDescription = async () => undefined;
  setLocalDescription = async (description: { type: string }) => {
    if (description.type === 'rollback') this.rolledBack += 1;
    this.localDescription = description;
    setTimeout(() => this.dispatchEvent(new Event('icegatheringstatechange')), 1);
  };

  /** Simulates a change of the network. */
  cut(): void {
    this.iceConnectionState = 'disconnected';
    this.dispatchEvent(new Event('iceconnectionstatechange'));
  }
}

class TestStream {
  getTracks = () => [];
  getAudioTracks = () => [];
}

/** Stubs the browser's WebRTC and audio until `vi.unstubAllGlobals`. Returns a function that gives the latest connection. */
export function stubBrowser(): () => TestConnection | undefined {
  TestConnection.last = undefined;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('RTCPeerConnection', TestConnection);
  vi.stubGlobal('RTCSessionDescription', Object);
  vi.stubGlobal('MediaStream', TestStream);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => new TestStream() } });
  vi.stubGlobal(
    'Audio',
    class {
      setSinkId = async () => undefined;
    },
  );
  return () => TestConnection.last;
}
