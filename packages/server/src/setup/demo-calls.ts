import { Activity, Media } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** A random number from 0 up to, but not including, `below`, always the same for the same text. */
const randomSql = (text: ReturnType<typeof sql>, below: number) =>
  sql`((hashtext(${text}) & 2147483647) % ${below})`;

/** CTE `steps`: each activity with the one that followed it. */
const STEPS = sql`
  steps as (
    select user_id, user_activity_id, started_at, user_id || ' ' || started_at as seed, lead(started_at) over w as ended_at,
      lead(user_activity_id) over w as next_activity, lead(started_at, 2) over w as next_ended_at
    from user_activity_log window w as (partition by user_id order by started_at, id)
  )`;

type Part = ReturnType<typeof sql>;
const ms = (at: Part) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

/** SQL for what a gateway would have told of a call: that it waited in a queue, for the live board and its replay. */
const callDetailsSql = (
  queue: Part,
  [from, to]: readonly [Part, Part],
  outcome: 'connected' | 'abandoned',
) => sql`
  case when ${queue} = '' then '{}' else jsonb_build_object('menu', null, 'message', null, 'wish', null,
    'queues', jsonb_build_array(jsonb_build_object('queue', ${queue}, 'from', ${ms(from)}, 'to', ${ms(to)}, 'outcome', ${outcome}::text)),
    'rings', '[]'::jsonb, 'talks', '[]'::jsonb, 'holds', '[]'::jsonb, 'transfers', '[]'::jsonb) end`;

/** SQL for the ticket of a call: one that its agent had by then, of this channel if possible. */
const caseSql = (media: number) => sql`
  lateral (
    select t.id, t.customer_id from tickets t
    where t.assignee_id = s.user_id and t.created_at < s.started_at
    order by (t.media_id = ${media}) desc, t.created_at desc limit 1)`;

/** Inserts calls that match the activities of the agents, so that reports of calls and of working time agree. */
export async function insertCalls(
  q: Query,
  { departmentId, widgetId }: { departmentId: number; widgetId: number },
): Promise<void> {
  // Rows of this transaction have no statistics yet, so joins would compare each row with each.
  await sql`analyze user_activity_log, tickets`.execute(q);
  await insertPhoneCalls(q, await insertGateway(q, departmentId));
  await insertRoomCalls(q, widgetId);
}

/** Inactive, because there is no such gateway. */
async function insertGateway(q: Query, departmentId: number): Promise<number> {
  const { id } = await q
    .insertInto('channel_accounts')
    .values({
      media_id: Media.voiceCall,
      name: 'Main line (example)',
      key: 'example-line',
      department_id: departmentId,
      settings: '{}',
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into phone_gateways (id, host, port, is_tls, username, secret, state)
    values (${id}, 'gateway.example', 5038, false, 'trunkline', '', 'off')`.execute(q);
  return id;
}

async function insertPhoneCalls(q: Query, gatewayId: number): Promise<void> {
  // Inserts answered telephone calls: some outbound, some inbound after a wait.
  await sql`
    with ${STEPS},
    talks as (
      select s.*, c.id as ticket_id, c.customer_id, ${randomSql(sql`s.seed || 'out'`, 8)} = 0 as is_out,
        case ${randomSql(sql`s.seed || 'late'`, 6)} when 0 then 24 + ${randomSql(sql`s.seed || 'wait'`, 90)}
          else 4 + ${randomSql(sql`s.seed || 'wait'`, 15)} end * interval '1 second' as wait
      from steps s cross join ${caseSql(Media.voiceCall)} c where s.user_activity_id = ${Activity.inCall}
    ),
    made as (
      insert into calls (media_id, kind, direction, state, user_id, ticket_id, customer_id, started_at, answered_at, ended_at, end_reason)
      select ${Media.voiceCall}, 'voice', case when is_out then 'outbound' else 'inbound' end, 'ended', user_id, ticket_id,
        customer_id, started_at - wait, started_at, ended_at, 'hung_up' from talks
      returning id, user_id, direction, customer_id, started_at, answered_at, ended_at
    ),
    phones as (
      insert into phone_calls (call_id, gateway_id, linked, number, dialled, queue, ivr_keypress, told, counted_at, is_offered,
        waited_until, first_queue, ended_by)
      select m.id, ${gatewayId}, '{}', coalesce(i.value, ''), '150', q.name, '1',
        ${callDetailsSql(sql`q.name`, [sql`m.started_at`, sql`m.answered_at`], 'connected')}, m.started_at, m.direction = 'inbound',
        m.answered_at, q.name, case ${randomSql(sql`m.id::text`, 3)} when 0 then 'agent' else 'customer' end
      from made m left join lateral (select value from customer_identities where customer_id = m.customer_id and kind = 'phone' limit 1) i on true
        cross join lateral (select case when m.direction = 'outbound' then '' else (array['care', 'orders'])[1 + ${randomSql(sql`m.id::text || 'q'`, 2)}] end as name) q
    ),
    legs as (
      insert into phone_legs (call_id, leg, began_at, user_id, extension, ended_at, holds)
      select m.id, 'example', m.answered_at, m.user_id, u.extension, m.ended_at,
        case when m.ended_at - m.answered_at > interval '4 minutes' and ${randomSql(sql`m.id::text || 'hold'`, 3)} = 0
          then tstzmultirange(tstzrange(m.answered_at + interval '70 seconds', m.answered_at + interval '110 seconds')) else '{}' end
      from made m join users u on u.id = m.user_id
    )
    insert into phone_after_calls (call_id, user_id, began_at, ends_at, finished_at)
    select m.id, m.user_id, m.ended_at, m.ended_at + interval '2 minutes', t.next_ended_at
    from made m join talks t on t.user_id = m.user_id and t.started_at = m.answered_at
    where t.next_activity = ${Activity.afterCallWork}`.execute(q);
  // Callers who hang up before they are answered, some of them in the menu.
  await sql`
    with ${STEPS},
    lost as (
      select s.*, ${randomSql(sql`s.seed || 'lost'`, 24)} as kind, (2 + ${randomSql(sql`s.seed || 'gone'`, 70)}) * interval '1 second' as wait,
        c.id as ticket_id, c.customer_id
      from steps s cross join ${caseSql(Media.voiceCall)} c
      where s.user_activity_id = ${Activity.inCall} and s.ended_at - s.started_at > interval '3 minutes'
    ),
    made as (
      insert into calls (media_id, kind, direction, state, ticket_id, customer_id, started_at, ended_at, end_reason)
      select ${Media.voiceCall}, 'voice', 'inbound', 'ended', case when kind > 0 then ticket_id end,
        case when kind > 0 then customer_id end, started_at + interval '1 minute', started_at + interval '1 minute' + wait, 'abandoned'
      from lost where kind < 4
      returning id, ticket_id, started_at, ended_at
    )
    insert into phone_calls (call_id, gateway_id, linked, number, dialled, queue, ivr_keypress, told, counted_at, is_offered,
      waited_until, first_queue, ended_by)
    select id, ${gatewayId}, '{}', '', '150', '', '', ${callDetailsSql(sql`first_queue`, [sql`started_at`, sql`ended_at`], 'abandoned')},
      started_at, ticket_id is not null, ended_at, first_queue, 'customer'
    from (select *, case when ticket_id is null then '' else 'care' end as first_queue from made) m`.execute(
    q,
  );
}

const COMMENTS = [
  '',
  '',
  '',
  'Quick and friendly.',
  'Solved while we talked, thank you.',
  'Had to explain it twice.',
];

/** Inserts room calls, each with an accepted conversation; more than half are rated. */
async function insertRoomCalls(q: Query, widgetId: number): Promise<void> {
  await sql`
    with ${STEPS},
    talks as (
      select s.*, c.id as ticket_id, c.customer_id, (5 + ${randomSql(sql`s.seed || 'wait'`, 40)}) * interval '1 second' as wait,
        ${randomSql(sql`s.seed || 'kind'`, 3)} = 0 as is_video, ${randomSql(sql`s.seed || 'rated'`, 5)} < 3 as is_rated,
        (array[5, 5, 4, 5, 4, 3, 5, 2, 4, 5, 1])[1 + ${randomSql(sql`s.seed || 'rating'`, 11)}] as rating
      from steps s cross join ${caseSql(Media.liveChat)} c where s.user_activity_id = ${Activity.inRoomCall}
    ),
    threads as (
      insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status, agent_id,
        waiting_since, started_at, taken_at, ended_at)
      select s.ticket_id, s.customer_id, case when is_video then ${Media.videoTiles}::int else ${Media.roomVoice}::int end, ${widgetId},
        'example-' || md5(s.seed), t.department_id, 'ended', s.user_id, s.started_at - wait, s.started_at - wait, s.started_at, s.ended_at
      from talks s join tickets t on t.id = s.ticket_id
      returning id, address, agent_id, started_at, taken_at
    ),
    offers as (
      insert into conversation_offers (conversation_id, user_id, offered_at, ended_at, outcome)
      select id, agent_id, taken_at - interval '4 seconds', taken_at, 'accepted' from threads
    ),
    made as (
      insert into calls (media_id, kind, platform, direction, state, user_id, ticket_id, customer_id, conversation_id, room_name,
        started_at, answered_at, ended_at, end_reason, rating, rating_comment, rated_at)
      select case when is_video then ${Media.videoTiles}::int else ${Media.roomVoice}::int end, case when is_video then 'video' else 'voice' end,
        'embedded', 'inbound', 'ended', s.user_id, s.ticket_id, s.customer_id, c.id, c.address, s.started_at - wait, s.started_at,
        s.ended_at, 'hung_up', case when is_rated then rating end,
        case when is_rated and rating > 2 then (${COMMENTS}::text[])[1 + ${randomSql(sql`s.seed || 'words'`, COMMENTS.length)}] else '' end,
        case when is_rated then s.ended_at + interval '20 seconds' end
      from talks s join threads c on c.address = 'example-' || md5(s.seed)
      returning id, user_id, answered_at, ended_at
    ),
    people as (
      insert into call_people (call_id, identity, role, name, joined_at, left_at)
      select id, 'visitor-example', 'customer', '', answered_at, ended_at from made
    )
    insert into call_agents (call_id, user_id, since, left_at) select id, user_id, answered_at, ended_at from made`.execute(
    q,
  );
}
