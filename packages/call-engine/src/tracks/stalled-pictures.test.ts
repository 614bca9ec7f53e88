import { describe, expect, test } from 'vitest';
import type { PictureFigures } from '../transport/transport.ts';
import { StalledPictures } from './stalled-pictures.ts';

function setUp() {
  const asked: string[] = [];
  let pictures: PictureFigures[] = [];
  const watch = new StalledPictures({
    transport: {
      isConnected: () => true,
      pictures: () => Promise.resolve(pictures),
      renewPicture: (id, key, by) => void asked.push(`${id} ${key} ${by}`),
    },
  });
  const look = async (received: number, decoded: number, sid = 'T1') => {
    pictures = [{ id: 'joko', key: 'video', sid, received, decoded }];
    await watch.checkStalls();
  };
  return { asked, look };
}

describe('a video that is received but not displayed', () => {
  test('gets a key frame, then a new subscription, at growing intervals', async () => {
    const { asked, look } = setUp();
    for (let n = 0; n <= 40; n += 1) await look(100 * n, 7);
    expect(asked).toEqual(['joko video key-frame', ...Array<string>(4).fill('joko video subscription')]);
  });

  test('is also detected when no packet has ever arrived', async () => {
    const { asked, look } = setUp();
    for (let n = 0; n <= 4; n += 1) await look(0, 0);
    expect(asked).toEqual(['joko video key-frame', 'joko video subscription']);
  });

  test('is no longer stalled when it plays again, and the intervals start over', async () => {
    const { asked, look } = setUp();
    await look(0, 0);
    await look(100, 0);
    await look(200, 0);
    await look(300, 30);
    await look(400, 30);
    expect(asked).toEqual(['joko video key-frame']);
    await look(500, 30);
    expect(asked).toHaveLength(2);
  });
});

test('a still shared screen and a playing video are not stalled', async () => {
  const { asked, look } = setUp();
  for (let n = 0; n <= 10; n += 1) await look(500, 20);
  for (let n = 0; n <= 10; n += 1) await look(500 + n, 20 + n);
  expect(asked).toEqual([]);
});
