-- Somebody looks at the workspace as another person sees it, in their own session and for a time.
alter table sessions add column seen_id bigint references users on delete set null,
  add column seen_until timestamptz(3);
comment on column sessions.seen_id is 'As whom the session''s person sees the workspace until seen_until; nothing can be changed meanwhile.';

-- Whoever may do everything else with people may look at what they see, which is less than signing in for them.
update user_levels l set version = version + 1 where exists (select from user_level_modules m
  where m.user_level_id = l.id and m.module_code = 'USERS' and m.is_active
    and string_to_array(m.module_activity_code, ',') @> array['EDIT', 'RESET_PASSWORD', 'SESSIONS', 'AUDIT']);
update user_level_modules set module_activity_code = module_activity_code || ',SEE_AS'
  where module_code = 'USERS' and is_active
    and string_to_array(module_activity_code, ',') @> array['EDIT', 'RESET_PASSWORD', 'SESSIONS', 'AUDIT'];
