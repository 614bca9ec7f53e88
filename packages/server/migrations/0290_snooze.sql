-- A ticket that is put away until a time: out of the lists of what is to be done, until it comes back by itself.
alter table tickets
  add column snoozed_until timestamptz(3),
  add column snoozed_by bigint references users on delete set null,
  add column returned_at timestamptz(3);
comment on column tickets.snoozed_until is 'Until when it is put away; deadlines run on. Null: it is not.';
comment on column tickets.snoozed_by is 'Who put it away last: told when it comes back and nobody has it.';
comment on column tickets.returned_at is 'When it came back from being snoozed; null once somebody has worked on it.';
create index tickets_snoozed on tickets (snoozed_until) where snoozed_until is not null;
create index tickets_snoozed_by on tickets (snoozed_by) where snoozed_by is not null;

alter table ticket_notices drop constraint ticket_notices_kind_check;
alter table ticket_notices add constraint ticket_notices_kind_check
  check (kind in ('mention', 'message', 'status', 'rule', 'snooze'));

alter table ticket_counts add column snoozed int not null default 0;
comment on column ticket_counts.snoozed is 'How many of them are snoozed; these are not among those that wait.';
comment on column ticket_counts.waiting is 'How many of them have waiting_since and are not snoozed.';

create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts (department_id, status, assignee_id, n, waiting, snoozed)
    select department_id, status, coalesce(assignee_id, 0), count(*),
      count(waiting_since) filter (where snoozed_until is null), count(snoozed_until) from new_rows
    where status in ('open', 'pending', 'on_hold') group by 1, 2, 3;
  update customers c set total_tickets = total_tickets + d.total, open_tickets = open_tickets + d.open
    from (select customer_id, count(*) total, count(*) filter (where status in ('open', 'pending', 'on_hold')) open
          from new_rows group by customer_id order by customer_id) d
    where c.id = d.customer_id;
  return null;
end $$;

create or replace function count_changed_ticket() returns trigger language plpgsql as $$
declare
  was_open boolean := old.status in ('open', 'pending', 'on_hold');
  is_open boolean := new.status in ('open', 'pending', 'on_hold');
begin
  if was_open then
    insert into ticket_counts (department_id, status, assignee_id, n, waiting, snoozed)
      values (old.department_id, old.status, coalesce(old.assignee_id, 0), -1,
        -(old.waiting_since is not null and old.snoozed_until is null)::int, -(old.snoozed_until is not null)::int);
  end if;
  if is_open then
    insert into ticket_counts (department_id, status, assignee_id, n, waiting, snoozed)
      values (new.department_id, new.status, coalesce(new.assignee_id, 0), 1,
        (new.waiting_since is not null and new.snoozed_until is null)::int, (new.snoozed_until is not null)::int);
  end if;
  if was_open <> is_open then
    update customers set open_tickets = open_tickets + case when is_open then 1 else -1 end where id = new.customer_id;
  end if;
  return null;
end $$;

drop trigger tickets_counted_update on tickets;
create trigger tickets_counted_update after update on tickets for each row
  when (old.status <> new.status or old.department_id <> new.department_id or old.assignee_id is distinct from new.assignee_id
    or (old.waiting_since is null) <> (new.waiting_since is null)
    or (old.snoozed_until is null) <> (new.snoozed_until is null))
  execute function count_changed_ticket();
