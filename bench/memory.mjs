import { client } from './fan-out.mjs';
import { AGENTS, agentToken, generated } from './generate.mjs';
import { startServer } from './server.mjs';

const SETTLE_MS = 5000;

/** What the server process takes, without its database: just started, and with a thousand screens open. */
export async function measure({ dataDir, say }) {
  const folder = `${dataDir}-fan-out`;
  await generated({ tickets: 2000, messages: 10_000, dataDir: folder, say });
  const server = await startServer({ DATA_DIR: folder, TRUNKLINE_SETUP: 'empty' });
  const agents = client();
  try {
    await settle();
    const idle = server.memoryMb();
    const all = Array.from({ length: AGENTS }, (_, n) => ({
      token: agentToken(n + 1),
      id: n + 1,
      topics: ['tickets', 'agents'],
    }));
    await agents.run('connect', { url: server.url, agents: all });
    await settle();
    return [
      { figure: 'server memory, idle', value: Math.round(idle), unit: 'MB', target: '≤ 250' },
      {
        figure: `server memory, ${AGENTS} agents connected`,
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

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
