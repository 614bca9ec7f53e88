-- A department that was merged into another stays as a row, by whose name history and reports go on calling it.
alter table departments
  add column merged_into bigint references departments,
  add column merged_at timestamptz(3),
  add constraint departments_merged check (merged_into is null or (not is_active and merged_into <> id and merged_at is not null));
comment on column departments.merged_into is 'Where all that named it went: a department that was not merged itself, because a later merge leads on from here too.';
create index departments_merged_into on departments (merged_into) where merged_into is not null;

-- Whatever still names a merged department (a form that was open, an undo, a sign-in with old claims) means the one that it went to.
-- The lock makes who writes at the moment of the merge wait for it.
create function follow_merged_department() returns trigger language plpgsql as $$
declare
  own text := tg_argv[0];
  target bigint;
begin
  select merged_into into target from departments where id = (to_jsonb(new) ->> own)::bigint for key share;
  if target is not null then
    new := jsonb_populate_record(new, jsonb_build_object(own, target));
  end if;
  return new;
end $$;

create trigger follow_merged_department before insert or update of department_id on tickets
  for each row execute function follow_merged_department('department_id');
-- One that begins again may have ended before the merge.
create trigger follow_merged_department before insert or update of department_id, status on conversations
  for each row when (new.status <> 'ended') execute function follow_merged_department('department_id');
create trigger follow_merged_department before insert or update of department_id on channel_accounts
  for each row execute function follow_merged_department('department_id');
create trigger follow_merged_department before insert or update of department_id on templates
  for each row when (new.department_id is not null) execute function follow_merged_department('department_id');
create trigger follow_merged_department before insert or update of department_id on macros
  for each row when (new.department_id is not null) execute function follow_merged_department('department_id');
create trigger follow_merged_department_to before insert or update of move_to_id on macros
  for each row when (new.move_to_id is not null) execute function follow_merged_department('move_to_id');
create trigger follow_merged_department_to before insert or update of move_to_id on automation_rules
  for each row when (new.move_to_id is not null) execute function follow_merged_department('move_to_id');
create trigger follow_merged_department before insert or update of department_id on break_reasons
  for each row when (new.department_id is not null) execute function follow_merged_department('department_id');
create trigger follow_merged_department before insert or update of overflow_id on departments
  for each row when (new.overflow_id is not null) execute function follow_merged_department('overflow_id');
create trigger follow_merged_department before insert or update of moved_to on calls
  for each row when (new.moved_to is not null) execute function follow_merged_department('moved_to');
create trigger follow_merged_department before insert or update of department_id on floor_alert_rules
  for each row when (new.department_id is not null) execute function follow_merged_department('department_id');

create function follow_merged_membership() returns trigger language plpgsql as $$
declare
  target bigint;
begin
  select merged_into into target from departments where id = new.department_id for key share;
  if target is null then
    return new;
  end if;
  insert into user_departments (user_id, department_id) values (new.user_id, target) on conflict do nothing;
  return null;
end $$;
create trigger follow_merged_department before insert on user_departments
  for each row execute function follow_merged_membership();

-- As before; a merge says its moment itself, because tickets that are over are not touched by it otherwise.
create or replace function keep_ticket_department() returns trigger language plpgsql as $$
begin
  insert into ticket_department_changes (ticket_id, department_id, until)
  values (new.id, old.department_id,
    coalesce(nullif(current_setting('trunkline.department_merged_at', true), '')::timestamptz, new.updated_at));
  return null;
end $$;
