import { chromium } from 'playwright';
import { client } from './fan-out.mjs';
import { findBrowser, FLAGS } from './lib/browser.mjs';
import { agentToken, generated } from './lib/generate.mjs';
import { openClient } from './lib/load.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

/** Activities between which agents change, with their names on the board. */
const ACTIVITIES = [
  { id: 6, name: 'Ready' },
  { id: 2, name: 'Messages only' },
];
const BOARDS = 49;

/** Agents who change their activity: the time until a board in a browser has painted it, while other boards watch by socket. */
export async function measure({ dataDir, floor: { agents: count, changes: perSecond, seconds }, say }) {
  const folder = `${dataDir}-fan-out`;
  await generated({ tickets: 2000, messages: 10_000, dataDir: folder, say });
  const server = await startServer({ DATA_DIR: folder, TRUNKLINE_SETUP: 'empty' });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
  const [agents, boards] = [client(), client()];
  const sender = openClient(server.url);
  try {
    const { token, data: admin } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: 'bench-password-1' },
    });
    const all = Array.from({ length: count }, (_, n) => ({
      token: agentToken(n + 1),
      id: n + 1,
      topics: [],
    }));
    await agents.run('connect', { url: server.url, agents: all });
    for (const agent of all) await setActivity(sender, agent, ACTIVITIES[0]);
    const watching = Array.from({ length: BOARDS }, () => ({ token, id: admin.id, topics: ['floor'] }));
    await boards.run('connect', { url: server.url, agents: watching });
    const page = await openBoard(browser, server.url, token);

    const cpu = server.cpuSeconds();
    const changes = await change(sender, all, { perSecond, seconds });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const cpuShare = (100 * (server.cpuSeconds() - cpu)) / (seconds + 2);
    const { painted, longTasks } = await page.evaluate(() => globalThis.floorBench);
    const times = timesOf(changes, painted);
    const { p50, p99 } = percentiles(times, [50, 99]);
    return [
      { figure: 'agents, changes a second', value: `${count}, ${perSecond}`, unit: '' },
      {
        figure: 'change to painted on a board',
        value: `${Math.round(p50)} / ${Math.round(p99)}`,
        unit: 'ms, p50 / p99',
        target: 'p99 ≤ 500',
      },
      { figure: 'changes of rows in view', value: times.length, unit: '' },
      {
        figure: 'longest task of the browser',
        value: Math.round(Math.max(0, ...longTasks)),
        unit: 'ms (0: none over 50)',
        target: '≤ 50',
      },
      {
        figure: `changes sent to ${BOARDS} boards`,
        value: await boards.run('count', 'floor-changes'),
        unit: '',
      },
      { figure: 'server processor', value: Number(cpuShare.toFixed(1)), unit: '% of one core' },
      { figure: 'server memory', value: Math.round(server.memoryMb()), unit: 'MB' },
    ];
  } finally {
    sender.close();
    agents.stop();
    boards.stop();
    await browser.close();
    await server.stop();
  }
}

const setActivity = (sender, { token }, { id }) =>
  sender.request('PUT', '/api/user/activity', { token, body: { user_activity_id: id } });

async function openBoard(browser, url, token) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.request.post(`${url}/api/auth/login`, {
    data: { username: 'admin', password: 'bench-password-1' },
    headers: { authorization: `Bearer ${token}` },
  });
  await page.goto(`${url}/monitoring`);
  const table = page.getByRole('table', { name: 'Agents' });
  await table.getByRole('row').nth(1).waitFor();
  // Sorted by name, rows keep their place while activities change.
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await table.scrollIntoViewIfNeeded();
  await table.evaluate(watchRows);
  return page;
}

/** In the page: records when each visible row shows another activity, and long tasks. */
function watchRows(table) {
  const bench = { painted: [], longTasks: [] };
  globalThis.floorBench = bench;
  const known = new Map();
  let isDue = false;
  const look = () => {
    isDue = false;
    const at = performance.timeOrigin + performance.now();
    for (const row of table.querySelectorAll('[role="row"]')) {
      const [name, activity] = [...row.querySelectorAll('[role="cell"]')].map((cell) =>
        cell.innerText.trim(),
      );
      const who = name?.split('\n')[0];
      if (!who || known.get(who) === activity) continue;
      if (known.has(who)) bench.painted.push({ who, activity, at });
      known.set(who, activity);
    }
  };
  look();
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    // A task of its own after the frame: by then it has been painted.
    requestAnimationFrame(() => setTimeout(look));
  }).observe(table, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.longTasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** Changes activities at an even rate, one agent after the other; returns when each was asked for. */
async function change(sender, all, { perSecond, seconds }) {
  const done = [];
  const started = performance.now();
  const pending = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = started + (n * 1000) / perSecond;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const agent = all[n % all.length];
    const activity = ACTIVITIES[(1 + Math.floor(n / all.length)) % ACTIVITIES.length];
    done.push({
      who: `Agent ${agent.id}`,
      activity: activity.name,
      at: performance.timeOrigin + performance.now(),
    });
    pending.push(setActivity(sender, agent, activity));
  }
  await Promise.all(pending);
  return done;
}

/** Returns the time from each change until its row showed it; changes in rows that were not visible are left out. */
const timesOf = (changes, painted) =>
  changes.flatMap(({ who, activity, at }) => {
    const shown = painted.find((one) => one.who === who && one.activity === activity && one.at >= at);
    return shown ? [shown.at - at] : [];
  });
