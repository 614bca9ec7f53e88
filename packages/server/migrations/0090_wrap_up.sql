alter table departments add column wrap_up_seconds int default 60 check (wrap_up_seconds between 0 and 3600);
comment on column departments.wrap_up_seconds is 'How long wrap-up after a call of this department lasts until its agent is ready again; 0 or null: until they say so.';

alter table agent_states add column cause text not null default '';
alter table agent_states add column ends_at timestamptz(3);
comment on column agent_states.cause is 'As in user_activity_log: tells wrap-up (call ended) from a missed call (call missed), which are both activity 17.';
comment on column agent_states.ends_at is 'When wrap-up ends by itself; kept while its agent is gone, so that they come back to what is left of it.';

update agent_states s set cause = coalesce(
  (select l.cause from user_activity_log l where l.user_id = s.user_id order by l.started_at desc, l.id desc limit 1), '');
update agent_states set ends_at = now() + interval '60 seconds'
where user_activity_id = 12 or (user_activity_id = 17 and cause <> 'call missed');

alter table conversations add column let_go_at timestamptz(3);
comment on column conversations.let_go_at is 'When somebody last let an offer of it go; they are asked again only a while after that.';
