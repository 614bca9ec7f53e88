-- Which departments somebody could see and no longer can. Who was given a ticket elsewhere on purpose keeps it; whoever has
-- lost its department since loses it with the next event.
create table user_lost_departments (
  user_id bigint not null references users on delete cascade,
  department_id bigint not null references departments on delete cascade,
  after_message_id bigint not null default coalesce(pg_sequence_last_value(pg_get_serial_sequence('messages', 'id')::regclass), 0),
  primary key (user_id, department_id)
);
comment on table user_lost_departments is 'Kept by triggers, whatever changes departments or levels; a row counts only while the person does not see the department.';
comment on column user_lost_departments.after_message_id is 'The last message or event of any ticket before that: a ticket that was given to them later was given on purpose.';

create function note_lost_departments(people bigint[]) returns void language sql as $$
  insert into user_lost_departments (user_id, department_id)
    select u.id, d.id from users u cross join departments d where u.id = any(people)
      and not exists (select from user_departments own where own.user_id = u.id and own.department_id = d.id)
    on conflict (user_id, department_id) do update set after_message_id = excluded.after_message_id
$$;

create function user_left_department() returns trigger language plpgsql as $$
begin
  -- The person may be going away as a whole.
  if exists (select from users where id = old.user_id) and exists (select from departments where id = old.department_id) then
    insert into user_lost_departments (user_id, department_id) values (old.user_id, old.department_id)
      on conflict (user_id, department_id) do update set after_message_id = excluded.after_message_id;
  end if;
  return null;
end $$;
create trigger user_left_department after delete on user_departments
  for each row execute function user_left_department();

create function user_joined_department() returns trigger language plpgsql as $$
begin
  delete from user_lost_departments where user_id = new.user_id and department_id = new.department_id;
  return null;
end $$;
create trigger user_joined_department after insert on user_departments
  for each row execute function user_joined_department();

create function level_narrowed() returns trigger language plpgsql as $$
begin
  perform note_lost_departments(array(select id from users where user_level_id = new.id));
  return null;
end $$;
create trigger level_narrowed after update of visibility on user_levels
  for each row when (old.visibility = 'all' and new.visibility <> 'all') execute function level_narrowed();

create function user_level_narrowed() returns trigger language plpgsql as $$
begin
  if (select visibility from user_levels where id = old.user_level_id) = 'all'
      and (select visibility from user_levels where id = new.user_level_id) <> 'all' then
    perform note_lost_departments(array[new.id]);
  end if;
  return null;
end $$;
create trigger user_level_narrowed after update of user_level_id on users
  for each row when (old.user_level_id <> new.user_level_id) execute function user_level_narrowed();
