-- The legs with the channel of their call, so that whoever counts them need not look every call up again.
create or replace view report_call_legs as
  select a.call_id, a.user_id, a.since as began_at, coalesce(a.left_at, c.ended_at) as ended_at, c.ticket_id, c.customer_id, c.media_id
  from call_agents a join calls c on c.id = a.call_id where c.answered_at is not null
  union all
  select c.id, c.user_id, c.answered_at, c.ended_at, c.ticket_id, c.customer_id, c.media_id
  from calls c where c.user_id is not null and c.answered_at is not null
    and not exists (select from call_agents a where a.call_id = c.id);
