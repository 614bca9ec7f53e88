-- Levels are edited: a change names the version that it saw, and requests are decided by the newest one.
alter table user_levels add column version int not null default 1;
comment on column user_levels.version is 'Counts every change; what a process keeps of a level counts only for its version.';
create unique index user_levels_name on user_levels (lower(name));

-- Who is erased keeps no level, so that a level which nobody has can be deleted.
alter table users add column erased_at timestamptz(3);
comment on column users.erased_at is 'The person is gone; the row only stands where something refers to it.';
alter table users alter column user_level_id drop not null;
alter table users add constraint users_level check (user_level_id is not null or erased_at is not null);
create index users_level on users (user_level_id);

-- The fifth ready level, where a workspace is there already; a new one gets it with the others.
with made as (
  insert into user_levels (name, visibility)
  select 'Campaign manager', 'all' where exists (select from user_levels)
  on conflict do nothing
  returning id
)
insert into user_level_modules (user_level_id, module_code, module_activity_code)
select made.id, module.code, module.activities
from made, (values
  ('DASHBOARD', 'VIEW'), ('DASHBOARD_TICKET', 'VIEW'), ('DASHBOARD_SURVEY', 'VIEW'), ('TICKETS', 'VIEW'),
  ('CUSTOMERS', 'VIEW,CREATE,EDIT,IMPORT,EXPORT'), ('INFORMATION', 'VIEW'), ('REPORT_CAMPAIGNS', 'VIEW'),
  ('REPORT_WHATSAPP', 'VIEW'), ('REPORT_EMAIL', 'VIEW'), ('REPORT_SATISFACTION_METRICS', 'VIEW'),
  ('TEMPLATE_CONTENT', 'VIEW,EDIT'), ('WHATSAPP_CAMPAIGN', 'VIEW,EDIT'), ('EMAIL_CAMPAIGN', 'VIEW,EDIT')
) as module (code, activities);
