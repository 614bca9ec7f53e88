-- Beside how many tickets there are, how many of them wait for an answer of ours.
alter table ticket_counts add column waiting int not null default 0;
comment on column ticket_counts.waiting is 'How many of them have waiting_since.';

insert into ticket_counts (department_id, status, assignee_id, n, waiting)
  select department_id, status, coalesce(assignee_id, 0), 0, count(*) from tickets
  where status in ('open', 'pending', 'on_hold') and waiting_since is not null group by 1, 2, 3;

create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts (department_id, status, assignee_id, n, waiting)
    select department_id, status, coalesce(assignee_id, 0), count(*), count(waiting_since) from new_rows
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
    insert into ticket_counts (department_id, status, assignee_id, n, waiting)
      values (old.department_id, old.status, coalesce(old.assignee_id, 0), -1, -(old.waiting_since is not null)::int);
  end if;
  if is_open then
    insert into ticket_counts (department_id, status, assignee_id, n, waiting)
      values (new.department_id, new.status, coalesce(new.assignee_id, 0), 1, (new.waiting_since is not null)::int);
  end if;
  if was_open <> is_open then
    update customers set open_tickets = open_tickets + case when is_open then 1 else -1 end where id = new.customer_id;
  end if;
  return null;
end $$;

drop trigger tickets_counted_update on tickets;
create trigger tickets_counted_update after update on tickets for each row
  when (old.status <> new.status or old.department_id <> new.department_id or old.assignee_id is distinct from new.assignee_id
    or (old.waiting_since is null) <> (new.waiting_since is null))
  execute function count_changed_ticket();
