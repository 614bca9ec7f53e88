import { describe, expect, test } from 'vitest';
import { readDescription } from './sdp.ts';

const offer = (...lines: string[]) =>
  ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', ...lines, ''].join('\r\n');

describe('a section of a description', () => {
  test('names its place, its track and its layers, from the smallest', () => {
    const { sections } = readDescription(
      offer(
        'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
        'a=mid:0',
        'a=sendonly',
        'a=msid:- 1234-abcd',
        'a=rtpmap:96 VP8/90000',
        'a=rtpmap:97 rtx/90000',
        'a=rid:q send',
        'a=rid:h send',
        'a=rid:1 send',
        'a=simulcast:send q;h;1',
      ),
    );
    expect(sections).toEqual([
      {
        mid: '0',
        kind: 'video',
        isSending: true,
        trackId: '1234-abcd',
        rids: ['q', 'h', '1'],
        ssrc: undefined,
        rtxSsrc: undefined,
      },
    ]);
  });

  test("names its track in Firefox's way as well", () => {
    const { sections } = readDescription(
      offer('m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', 'a=sendonly', 'a=msid:{stream-1} {track-1}'),
    );
    expect(sections[0]?.trackId).toBe('track-1');
  });

  test('gives the numbers of its stream and of its retransmissions', () => {
    const { sections } = readDescription(
      offer(
        'm=video 9 UDP/TLS/RTP/SAVPF 96',
        'a=mid:1',
        'a=sendrecv',
        'a=ssrc-group:FID 111 222',
        'a=ssrc:111 cname:x',
        'a=ssrc:222 cname:x',
      ),
    );
    expect(sections[0]).toMatchObject({ ssrc: 111, rtxSsrc: 222 });
  });

  test.each([
    ['refused', 'm=video 0 UDP/TLS/RTP/SAVPF 96', 'a=sendonly'],
    ['inactive', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=inactive'],
    ['only receiving', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=recvonly'],
  ])('that is %s sends nothing', (_what, line, direction) => {
    expect(readDescription(offer(line, 'a=mid:0', direction)).sections[0]?.isSending).toBe(false);
  });
});

test('the numbers of header extensions, retransmissions and clocks are found', () => {
  const { extensions, payloadTypes } = readDescription(
    offer(
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'a=mid:0',
      'a=rtpmap:111 opus/48000/2',
      'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
      'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
      'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
      'a=mid:1',
      'a=rtpmap:96 VP8/90000',
      'a=rtpmap:97 rtx/90000',
      'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
      'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
      'a=extmap:11 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
    ),
  );
  expect(extensions).toEqual({ audioLevel: 1, mid: 4, transportSequence: 3, rid: 10, repairedRid: 11 });
  expect([...payloadTypes.rtx]).toEqual([97]);
  expect([...payloadTypes.clockRates]).toEqual([
    [111, 48_000],
    [96, 90_000],
    [97, 90_000],
  ]);
});
