import { generated, PASSWORD } from './lib/generate.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';
import { fragments } from './lib/vocabulary.mjs';

/**
 * Words that are neither stop words nor rare: by their ranks in the vocabulary they are in hundreds of thousands of messages.
 */
const COMMON = [
  'delivery payment refund',
  'order product invoice',
  'parcel courier address',
  'warranty repair machine',
  'pesanan barang kirim',
  'pembayaran toko alamat',
  'paket kurir pengiriman',
  'garansi mesin rusak',
];
/** Words from this rank on are in some hundred of five million messages. */
const RARE = 5000;

/** Searches all messages for three words, like the desk's list, for a user who sees everything and for one department. */
export async function measure({ tickets, messages, dataDir, rounds, listWarmUp: warmUp, say }) {
  await generated({ tickets, messages, dataDir, say });
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'empty' });
  try {
    const rows = [{ figure: 'tickets / messages', value: `${tickets} / ${messages}`, unit: '' }];
    const asked = { 'three common words': COMMON, ...rareQueries() };
    for (const { who, username, status, filter } of readers()) {
      const { token } = await call(server.url, 'POST', '/api/auth/login', {
        body: { username, password: PASSWORD },
      });
      for (const [figure, queries] of Object.entries(asked)) {
        const search = (n) =>
          call(
            server.url,
            'GET',
            `/api/tickets?${filter}&q=${encodeURIComponent(queries[n % queries.length])}`,
            { token },
          );
        const { times, shown } = await timed(search, { rounds, warmUp });
        const { p50, p95 } = percentiles(times);
        const name = `${figure}, ${who}, ${status} (${shown} shown)`;
        rows.push({ figure: name, value: `${p50} / ${p95}`, unit: 'ms, p50 / p95', target: 'p95 ≤ 200' });
        say(`  ${name}: p50 ${p50} ms, p95 ${p95} ms`);
      }
    }
    return rows;
  } finally {
    await server.stop();
  }
}

function readers() {
  const people = [
    { who: 'administrator', username: 'admin' },
    { who: 'agent of one department', username: 'agent20' },
  ];
  const filters = [
    { status: 'every status', filter: 'status=open,pending,on_hold,solved,closed&limit=50' },
    { status: 'open', filter: 'status=open&limit=50' },
  ];
  return people.flatMap((person) => filters.map((filter) => ({ ...person, ...filter })));
}

/** Words of generated messages, so that there is something to find. */
function rareQueries() {
  const { en, id } = fragments();
  const wordsOf = ({ ranks, text }) => text.split(' ').map((word, index) => ({ word, rank: ranks[index] }));
  const all = [...en.slice(0, 20_000), ...id.slice(0, 20_000)].map(wordsOf);
  const isRare = ({ rank }) => rank >= RARE;
  const isCommon = ({ rank, word }) => rank >= 20 && rank < 100 && word.length > 4;
  const texts = (chosen) => chosen.slice(0, 40).map((words) => words.map(({ word }) => word).join(' '));
  const twenty = (pick) =>
    texts([
      ...all.slice(0, 20_000).map(pick).filter(Boolean).slice(0, 20),
      ...all.slice(20_000).map(pick).filter(Boolean).slice(0, 20),
    ]);
  return {
    'three rare words': twenty((words) => {
      const rare = words.filter(isRare);
      return rare.length >= 3 && rare.slice(0, 3);
    }),
    'a common and two rare': twenty((words) => {
      const rare = words.filter(isRare);
      const common = words.find(isCommon);
      return common && rare.length >= 2 && [common, ...rare.slice(0, 2)];
    }),
  };
}

async function timed(request, { rounds, warmUp }) {
  for (let n = 0; n < warmUp; n += 1) await request(n);
  const times = [];
  let hits = 0;
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now();
    const { data } = await request(n + warmUp);
    times.push(performance.now() - start);
    hits += data.length;
  }
  return { times, shown: Math.round(hits / rounds) };
}
