-- Who is offered what: skills, how much somebody takes, where a department sends what waits too long.
create table skills (
  id bigint generated always as identity primary key,
  name text not null,
  language text,
  least int not null default 1 check (least between 1 and 5),
  account_ids bigint[] not null default '{}',
  position int not null default 0,
  version int not null default 1,
  is_active boolean not null default true
);
comment on table skills is 'What some people know and others do not. Waiting conversations ask for it, less with every ring.';
comment on column skills.language is 'Set: knowing this language, which every customer of that language asks for.';
comment on column skills.least is 'How well whoever is asked first knows it, from 1 to 5.';
comment on column skills.account_ids is 'What comes on these channel accounts asks for it, while it is in the department of the account.';

create table user_skills (
  user_id bigint not null references users on delete cascade,
  skill_id bigint not null references skills on delete cascade,
  proficiency int not null check (proficiency between 1 and 5),
  primary key (user_id, skill_id)
);
create index user_skills_skill on user_skills (skill_id);

alter table users add column version int not null default 1;
comment on column users.version is 'Counts what administrators change: a write names the one it saw.';
comment on column users.chat_capacity is 'The weight of what may be offered to this person at once; a chat weighs 1 unless the settings say otherwise.';

alter table departments add column overflow_id bigint references departments;
alter table departments add column overflow_seconds int;
comment on column departments.overflow_id is 'Another department whose people are asked as well, once something has waited for overflow_seconds.';

alter table conversations add column taken_at timestamptz(3);
comment on column conversations.taken_at is 'When somebody took it out of the queue; null while it waits, and where it never did.';
alter table conversations add column taken_key text;
comment on column conversations.taken_key is 'What it was asked for with, by hand: the same request again takes no second one.';
create index conversations_taken on conversations (department_id, taken_at desc) where taken_at is not null;

-- Who keeps the departments keeps the skills.
insert into user_level_modules (user_level_id, module_code, module_activity_code, is_active)
select user_level_id, 'SKILLS', module_activity_code, is_active from user_level_modules
where module_code = 'DEPARTMENTS' on conflict do nothing;
