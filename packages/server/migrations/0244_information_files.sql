alter table information_posts add column html text not null default '';
comment on column information_posts.html is 'The post with its looks, of a few elements and cleaned when it was written; empty: it is plain text. body is its text.';

create table information_files (
  id uuid primary key,
  post_id bigint references information_posts on delete set null,
  position int not null default 0,
  user_id bigint references users on delete set null,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 text not null,
  created_at timestamptz(3) not null
);
comment on table information_files is 'Attachments of posts; the bytes are in the file store under the id. What no post names after a day is removed.';
create index information_files_post on information_files (post_id, position) where post_id is not null;
create index information_files_unused on information_files (created_at) where post_id is null;
