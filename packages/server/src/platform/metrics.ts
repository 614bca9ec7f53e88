import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from './errors.ts';
import type { Http } from './http.ts';
import type { Events } from './events.ts';
import type { Realtime } from './realtime.ts';
import type { Db } from './db.ts';

let ofProcess: Registry | undefined;

/**
 * Memory, event loop and garbage collection. One for all servers of a process, because their observers never end, and would keep
 * a server in memory after it was closed.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

type Sources = { http: Http; db: Db; events: Events; realtime: Realtime };

/** Serves `GET /metrics` in Prometheus format: the process, requests by route, sockets, the event position, the pool. */
export function serveMetrics({ http, db, events, realtime }: Sources): void {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('trunkline_sockets', 'Connected agent sockets', () => realtime.io.sockets.sockets.size);
  gauge('trunkline_event_position', 'Number of the last event handed out', () => events.position());
  gauge('trunkline_db_connections', 'Open database connections', () => db.load().open);
  gauge('trunkline_db_waiting', 'Requests waiting for a database connection', () => db.load().waiting);
  const requests = new Histogram({
    name: 'trunkline_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const all = Registry.merge([processMetrics(), registry]);
  http.app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  http.app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Metrics would tell strangers how busy a company is, so only local requests get them. Behind a proxy, `ip` is the address
    // of its client.
    if (!isLocal(request.ip)) throw new AppError('not_found');
    return reply.type(all.contentType).send(await all.metrics());
  });
}

const isLocal = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
