import fs from 'node:fs';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { packagedName, paged, type Customers, type PackagedFile } from '#modules/customers';
import type { RecordingFiles } from './recordings/recording-files.ts';

type Deps = {
  packages: Customers['packages'];
  files: Pick<RecordingFiles, 'areOurs' | 'pathOf'>;
};
type CallRow = { id: number; recordings: { id: number; egress_id: string; parts: { file: string }[] }[] };

/** What the data package of a customer contains of their calls: who took part, ratings, notes and recordings. */
export function registerCallExport({ packages, files }: Deps): void {
  packages.register({
    name: 'calls',
    async *rows(q, customerIds) {
      for await (const { recordings, ...call } of callsOf(q, customerIds))
        yield {
          ...call,
          recordings: recordings.flatMap((one) => pathsOf(call.id, one).map(({ path }) => ({ path }))),
        };
    },
    async *files(q, customerIds): AsyncGenerator<PackagedFile> {
      if (!files.areOurs) return;
      for await (const { id, recordings } of callsOf(q, customerIds))
        for (const recording of recordings)
          for (const { path, file } of pathsOf(id, recording)) {
            const at = files.pathOf(recording.egress_id, file);
            const open = () => Promise.resolve(fs.existsSync(at) ? fs.createReadStream(at) : undefined);
            yield { path, open };
          }
    },
  });
}

const pathsOf = (callId: number, { id, parts }: CallRow['recordings'][number]) =>
  parts.map(({ file }) => ({ file, path: `recordings/${callId}/${id}-${packagedName(file)}` }));

/** Of guests in a call only when they took part, without their names. */
const callsOf = (q: Query, customerIds: readonly number[]) =>
  paged(async (after, most) => {
    const { rows } = await sql<CallRow>`
      select c.id, t.number as ticket, c.direction, c.kind, c.started_at, c.answered_at, c.ended_at, c.end_reason,
        c.rating, c.rating_comment, a.notes,
        coalesce((select json_agg(json_build_object('role', p.role,
            'name', case when p.role in ('agent', 'customer') then p.name end,
            'joined_at', p.joined_at, 'left_at', p.left_at) order by p.id)
          from call_people p where p.call_id = c.id), '[]') as people,
        coalesce((select json_agg(json_build_object('id', r.id, 'egress_id', r.egress_id, 'parts', r.parts) order by r.id)
          from call_recordings r where r.call_id = c.id and r.state = 'ready'), '[]') as recordings
      from calls c left join tickets t on t.id = c.ticket_id left join phone_after_calls a on a.call_id = c.id
      where (c.customer_id = any(${customerIds}::bigint[])
          or c.ticket_id in (select id from tickets where customer_id = any(${customerIds}::bigint[])))
        and c.id > ${after}
      order by c.id limit ${most}`.execute(q);
    return rows;
  });
