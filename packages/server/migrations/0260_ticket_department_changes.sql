-- Which department a ticket was in before it moved: the ticket itself says only where it is now.
create table ticket_department_changes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  department_id bigint not null references departments,
  until timestamptz(3) not null
);
comment on table ticket_department_changes is
  'Departments that tickets were in, and until when: reports count what happened then for the department of then.';

-- Of tickets that were there before: what their time lines tell.
insert into ticket_department_changes (ticket_id, department_id, until)
select m.ticket_id, d.id, m.created_at
from messages m
  cross join lateral jsonb_array_elements(m.event -> 'changes') c
  join departments d on d.id = case when jsonb_typeof(c -> 'from') = 'number' then (c ->> 'from')::bigint end
where m.kind = 'event' and m.event ->> 'type' = 'changed' and c ->> 'field' = 'department_id'
order by m.created_at, m.id;

create index ticket_department_changes_ticket on ticket_department_changes (ticket_id, until, id);

create function keep_ticket_department() returns trigger language plpgsql as $$
begin
  insert into ticket_department_changes (ticket_id, department_id, until)
  values (new.id, old.department_id, new.updated_at);
  return null;
end $$;
create trigger tickets_department_update after update of department_id on tickets
  for each row when (old.department_id <> new.department_id) execute function keep_ticket_department();
