/** The number of users whose activities are generated. */
const PEOPLE = 500;
/**
 * Tables whose triggers keep the figures of reports. They are off while rows are inserted, as if the history were older than the
 * figures.
 */
const TABLES = ['tickets', 'ticket_backlog_changes', 'sla_clocks', 'conversations'];

/** SQL for a number from 0 up to `below`, determined by the hash of a value. */
const drawn = (value, salt, below) =>
  `((hashint8extended((${value})::bigint, ${salt}) & 9223372036854775807) % ${below})`;

/**
 * Adds to a generated history what reports count: solved and reopened tickets, SLA targets, chats with their agents, telephone
 * calls, and users' activities.
 */
export async function fillFigures(client, { months, say }) {
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  for (const [what, statements] of Object.entries(STEPS)) {
    for (const statement of statements(months)) await client.query(statement);
    say(`  ${what}`);
  }
  for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  await client.query('vacuum analyze');
}

const STEPS = {
  'solvings and reopenings': () => [
    // One ticket in ten is solved, reopened and solved again.
    `insert into ticket_backlog_changes (ticket_id, kind, at)
     select c.ticket_id, c.kind, c.at from (
       select t.id as ticket_id, k.kind,
         t.created_at + make_interval(secs => k.share * (600 + exp(${drawn('t.id', 3, 13_000)} / 1000.0))) as at
       from tickets t cross join (values ('resolved', 1, 0.4), ('reopened', 2, 0.8), ('resolved', 3, 1.0)) as k (kind, step, share)
       where t.status in ('solved', 'closed') and (k.step = 3 or ${drawn('t.id', 4, 10)} = 0)
     ) c where c.at < now() order by c.at`,
  ],
  deadlines: () => [
    `insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, due_at, breached_at, ended_at)
     select t.id, 'first_response', case when t.first_response_at is null then 'running'
         when t.first_response_at > t.created_at + interval '1 hour' then 'breached' else 'met' end,
       60, 'Office hours', 'UTC', t.created_at, t.created_at + interval '1 hour',
       case when t.first_response_at > t.created_at + interval '1 hour' then t.created_at + interval '1 hour' end, t.first_response_at
     from tickets t`,
    `insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, due_at, breached_at, ended_at)
     select t.id, 'resolution', case when ${drawn('t.id', 5, 10)} = 0 then 'breached' else 'met' end,
       1440, 'Office hours', 'UTC', t.created_at, t.created_at + interval '1 day',
       case when ${drawn('t.id', 5, 10)} = 0 then t.created_at + interval '1 day' end, t.updated_at
     from tickets t where t.status in ('solved', 'closed')`,
  ],
  'chats and who had them': () => [
    `insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status, waiting_since,
       agent_id, taken_at, started_at, ended_at)
     select t.id, t.customer_id, 6, t.department_id, 'bench-' || t.id, t.department_id, 'ended', t.created_at, t.assignee_id,
       t.first_response_at, t.created_at, t.first_response_at + interval '12 minutes'
     from tickets t where t.media_id = 6 and t.assignee_id is not null and t.first_response_at is not null`,
    `insert into conversation_legs (conversation_id, user_id, began_at, ended_at)
     select id, agent_id, taken_at, ended_at from conversations where address like 'bench-%'`,
  ],
  'telephone calls': () => [
    `insert into channel_accounts (media_id, name, key, department_id, is_active) values (2, 'Telephone', 'bench-telephone', 1, false)`,
    `insert into phone_gateways (id, host, port, is_tls, username, secret, after_call_seconds, state)
     select id, '127.0.0.1', 1, false, 'bench', '', 30, 'off' from channel_accounts where key = 'bench-telephone'`,
    // One call for every third ticket; one call in eight is abandoned.
    `insert into calls (media_id, direction, state, user_id, customer_id, ticket_id, started_at, answered_at, ended_at, end_reason)
     select 2, 'inbound', 'ended', case when ${drawn('t.id', 6, 8)} > 0 then t.assignee_id end, t.customer_id, t.id, t.created_at,
       case when ${drawn('t.id', 6, 8)} > 0 then t.created_at + make_interval(secs => ${drawn('t.id', 7, 90)}) end,
       t.created_at + make_interval(secs => 100 + ${drawn('t.id', 8, 600)}),
       case when ${drawn('t.id', 6, 8)} > 0 then 'hung_up' else 'abandoned' end
     from tickets t where t.id % 3 = 0 and t.assignee_id is not null`,
    `insert into phone_calls (call_id, gateway_id, linked, number, dialled, queue, ivr_keypress, told, counted_at, is_offered,
       waited_until, first_queue, ended_by)
     select c.id, a.id, array['bench-' || c.id], '+6281' || c.id, '021', 'queue-' || c.id % 10, '', '{}', c.started_at, true,
       coalesce(c.answered_at, c.ended_at), 'queue-' || c.id % 10, 'customer'
     from calls c join channel_accounts a on a.key = 'bench-telephone' where c.media_id = 2`,
    `insert into phone_legs (call_id, leg, began_at, user_id, extension, ended_at)
     select id, 'leg', answered_at, user_id, '', ended_at from calls where media_id = 2 and answered_at is not null`,
  ],
  'what people did all day': (months) => [
    `select ensure_month_partitions('user_activity_log', (now() - interval '${months + 1} months')::date, now()::date)`,
    `insert into user_activity_log (user_id, user_activity_id, started_at, cause)
     select u, k.activity, d + make_interval(mins => k.minute + u % 60), k.cause
     from generate_series(date_trunc('day', now() - interval '${months} months'), date_trunc('day', now()) - interval '1 day', interval '1 day') d
       cross join generate_series(1, ${PEOPLE}) u
       cross join (values (6, 60, 'chosen'), (3, 180, 'chosen'), (6, 195, 'chosen'), (3, 300, 'chosen'), (6, 345, 'chosen'),
         (3, 440, 'chosen'), (6, 455, 'chosen'), (1, 540, 'signed-out')) as k (activity, minute, cause)
     order by 3`,
  ],
  'marks of what is to be counted': () => [
    `insert into message_figure_marks (ticket_id) select id from tickets`,
  ],
};
