-- What changed the backlog: kept as it happens, because a status says only what holds now.
create table ticket_backlog_changes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null check (kind in ('resolved', 'reopened', 'merged', 'unmerged')),
  at timestamptz(3) not null
);
comment on table ticket_backlog_changes is
  'When tickets left the backlog and came back to it. A change that was undone is not in it.';
comment on column ticket_backlog_changes.kind is
  'resolved: solved or closed. merged: closed because it now stands in another ticket.';

-- Of tickets that were there before: what their time lines tell.
with changes as (
  select m.ticket_id, m.id, m.created_at as at, c ->> 'to' in ('solved', 'closed') as is_over,
    exists (
      select from ticket_merges g where g.ticket_id = m.ticket_id
        and m.created_at between g.merged_at and g.merged_at + interval '5 seconds'
    ) as is_merge
  from messages m cross join lateral jsonb_array_elements(m.event -> 'changes') c
  where m.kind = 'event' and m.event ->> 'type' = 'changed' and c ->> 'field' = 'status'
    and (c ->> 'from' in ('solved', 'closed')) <> (c ->> 'to' in ('solved', 'closed'))
)
insert into ticket_backlog_changes (ticket_id, kind, at)
select ticket_id,
  case
    when is_over and is_merge then 'merged'
    when is_over then 'resolved'
    when lag(is_over and is_merge) over (partition by ticket_id order by at, id) then 'unmerged'
    else 'reopened'
  end, at
from changes order by at, id;

-- Where the time line tells nothing of how a ticket came to be as it is.
insert into ticket_backlog_changes (ticket_id, kind, at)
select t.id, case when t.status in ('solved', 'closed') then 'resolved' else 'reopened' end,
  coalesce(t.solved_at, t.status_since, t.updated_at)
from tickets t
left join lateral (
  select b.kind in ('resolved', 'merged') as is_over from ticket_backlog_changes b
  where b.ticket_id = t.id order by b.at desc, b.id desc limit 1
) last on true
where (t.status in ('solved', 'closed')) <> coalesce(last.is_over, false)
order by 3;

create index ticket_backlog_changes_ticket on ticket_backlog_changes (ticket_id, id);
create index ticket_backlog_changes_at on ticket_backlog_changes (at, ticket_id) include (kind);

create function keep_backlog_change() returns trigger language plpgsql as $$
declare
  last ticket_backlog_changes;
  is_over boolean := new.status in ('solved', 'closed');
begin
  if tg_op = 'INSERT' then
    insert into ticket_backlog_changes (ticket_id, kind, at)
    values (new.id, 'resolved', coalesce(new.solved_at, new.created_at));
    return null;
  end if;
  select * into last from ticket_backlog_changes where ticket_id = new.id order by id desc limit 1;
  -- Whoever undoes a change says since when the ticket had the earlier status: what is undone did not happen.
  if new.status_since is distinct from new.updated_at and (last.kind in ('resolved', 'merged')) <> is_over then
    delete from ticket_backlog_changes where id = last.id;
    return null;
  end if;
  insert into ticket_backlog_changes (ticket_id, kind, at) values (
    new.id,
    case
      when is_over then case when new.merged_into is null then 'resolved' else 'merged' end
      else case when last.kind = 'merged' then 'unmerged' else 'reopened' end
    end,
    new.updated_at
  );
  return null;
end $$;
create trigger tickets_backlog_insert after insert on tickets
  for each row when (new.status in ('solved', 'closed')) execute function keep_backlog_change();
create trigger tickets_backlog_update after update of status on tickets
  for each row when ((old.status in ('solved', 'closed')) <> (new.status in ('solved', 'closed')))
  execute function keep_backlog_change();

-- Tickets of a time, and those that are not solved with the oldest first, in whichever department.
create index tickets_created_at on tickets (created_at, id);
create index tickets_unsolved on tickets (created_at, id) where status in ('open', 'pending', 'on_hold');
