// A process that simulates the browsers of many agents: connects them, and reports what they receive.
import { io } from 'socket.io-client';

/** How many of each event were received, and when a message with a known key arrived. */
const heard = new Map();
const arrivals = new Map();
const sockets = [];

process.on('message', (message) => void handle(message));

async function handle({ id, name, args }) {
  process.send({ id, result: await commands[name](args) });
}

const commands = {
  async connect({ url, agents, bare }) {
    for (let start = 0; start < agents.length; start += 50) {
      await Promise.all(agents.slice(start, start + 50).map((agent) => connectOne(url, agent, bare)));
    }
    return sockets.length;
  },
  count: (name) => heard.get(name) ?? 0,
  arrivals: () => Object.fromEntries(arrivals),
  clear() {
    heard.clear();
    arrivals.clear();
  },
};

async function connectOne(url, { token, id, topics }, bare) {
  const socket = io(url, {
    query: { token, user_id: String(id) },
    transports: ['websocket'],
    forceNew: true,
  });
  sockets.push(socket);
  socket.onAny((name, payload) => {
    heard.set(name, (heard.get(name) ?? 0) + 1);
    if (name === 'livechat-message' && payload.client_key)
      arrivals.set(payload.client_key, performance.timeOrigin + performance.now());
  });
  await new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  await (bare ? socket.emitWithAck('join', topics) : socket.emitWithAck('resume', { after: null, topics }));
}
