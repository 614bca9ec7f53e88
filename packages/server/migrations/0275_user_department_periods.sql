-- Which departments somebody was in before they moved: user_departments says only where they are now.
create table user_department_periods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  department_id bigint not null references departments on delete cascade,
  since timestamptz not null,
  until timestamptz check (until > since),
  noted_at timestamptz not null default now()
);
comment on table user_department_periods is
  'From when to when people were in departments, kept by triggers: reports count what they did then for the departments of then.';
comment on column user_department_periods.since is 'Minus infinity for the departments that somebody had first: nothing is known of before.';
comment on column user_department_periods.until is 'Null while they are in it.';
comment on column user_department_periods.noted_at is 'When the transaction began that wrote it: what comes and goes within one was never so.';
create index user_department_periods_person on user_department_periods (user_id, department_id, until);
create index user_department_periods_department on user_department_periods (department_id);

insert into user_department_periods (user_id, department_id, since)
  select user_id, department_id, '-infinity' from user_departments;

create function keep_user_departments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from user_department_periods p where p.user_id = old.user_id and p.department_id = old.department_id
      and p.until is null and p.noted_at = now();
    update user_department_periods p set until = now()
      where p.user_id = old.user_id and p.department_id = old.department_id and p.until is null;
  end if;
  if tg_op <> 'DELETE' then
    -- Departments are replaced as a whole: who leaves and joins in one transaction has stayed.
    update user_department_periods p set until = null
      where p.user_id = new.user_id and p.department_id = new.department_id and p.until = now();
    if not found then
      insert into user_department_periods (user_id, department_id, since)
      values (new.user_id, new.department_id, case when exists (
        select from user_department_periods p where p.user_id = new.user_id and p.noted_at < now()) then now() else '-infinity' end);
    end if;
  end if;
  return null;
end $$;
create trigger user_departments_periods after insert or update or delete on user_departments
  for each row execute function keep_user_departments();
