-- Who is connected at this moment, and to which process of the server.
create table agent_screens (
  server text not null,
  user_id bigint not null references users on delete cascade,
  primary key (user_id, server)
);
comment on table agent_screens is 'Written when the first socket of a person opens at a process and taken away when the last one closes. Calls and chats are offered to nobody without a row here.';
comment on column agent_screens.server is 'The process that holds the sockets. A row of one that was killed stays for a while and counts for nothing: a process that lives holds an advisory lock of its name (platform/alive.ts).';
comment on column agent_states.left_at is 'When the last screen had been closed for longer than a reload takes; null while one is open. What was offered goes on then.';
