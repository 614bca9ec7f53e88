-- Real time: every change that others must see is a row here, written in the transaction that makes the change.
create table events (
  seq bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  rooms text[] not null,
  created_at timestamptz(3) not null default now()
);
create index events_created_at on events (created_at);
comment on table events is 'Numbered events for screens. Kept for a day: who was away longer fetches anew.';
comment on column events.rooms is 'Socket rooms that may see it.';

-- Sequence numbers are given before a transaction commits, so a later number can become visible first. Writers hold
-- this lock, shared, from before they draw a number until they have committed; the reader that meets a gap takes it
-- exclusively for a moment: after that, what is still missing was rolled back and never comes.
create function emit_events(lock_key bigint, batch jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(lock_key);
  insert into events (name, payload, rooms)
    select e.name, e.payload, e.rooms
    from (
      select b.item ->> 'name' as name, b.item -> 'payload' as payload,
        array(select jsonb_array_elements_text(b.item -> 'rooms')) as rooms, b.position
      from jsonb_array_elements(batch) with ordinality as b(item, position)
    ) e order by e.position;
end $$;

-- Tables that only grow are partitioned by month.
create function ensure_month_partitions(parent text, first_month date, last_month date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', first_month);
begin
  while month <= last_month loop
    execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
      parent || to_char(month, '_YYYY_MM'), parent, month, (month + interval '1 month')::date);
    month := (month + interval '1 month')::date;
  end loop;
end $$;
