import { client } from './fan-out.mjs';
import { agentToken, generated } from './lib/generate.mjs';
import { startServer } from './lib/server.mjs';

/** The memory of the server process, without its database: after the start, and with a thousand open screens. */
export async function measure({ screens, settleMs, dataDir, say }) {
  const folder = `${dataDir}-fan-out`;
  await generated({ tickets: 2000, messages: 10_000, dataDir: folder, say });
  const server = await startServer({ DATA_DIR: folder, TRUNKLINE_SETUP: 'empty' });
  const agents = client();
  try {
    await sleep(settleMs);
    const idle = server.memoryMb();
    const all = Array.from({ length: screens }, (_, n) => ({
      token: agentToken(n + 1),
      id: n + 1,
      topics: ['tickets', 'agents'],
    }));
    await agents.run('connect', { url: server.url, agents: all });
    await sleep(settleMs);
    return [
      { figure: 'server memory, idle', value: Math.round(idle), unit: 'MB', target: '≤ 250' },
      {
        figure: `server memory, ${screens} agents connected`,
        value: Math.round(server.memoryMb()),
        unit: 'MB',
        target: '≤ 450',
      },
    ];
  } finally {
    agents.stop();
    await server.stop();
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
