import fs from 'node:fs';
import pg from 'pg';

/** A connection to the embedded database of a running server. */
export async function connect(dataDir) {
  const [, , , port, socketFolder, host] = fs
    .readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8')
    .split('\n');
  const client = new pg.Client({
    host: socketFolder || host,
    port: Number(port),
    user: 'trunkline',
    database: 'trunkline',
    password: fs.readFileSync(`${dataDir}/postgres.password`, 'utf8').trim(),
    options: '-c timezone=UTC',
  });
  await client.connect();
  return client;
}
