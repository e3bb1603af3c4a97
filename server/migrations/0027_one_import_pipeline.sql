-- Files of vehicles and bank files go through one pipeline, whose tables have the same columns for both.

-- How many of the processed rows had each outcome; `remarked`: were accepted with a note.
alter table vehicle_import add column counts jsonb not null default '{}';
update vehicle_import i set counts = counted.counts
from (
  select import_id, jsonb_build_object('fresh', count(*) filter (where outcome = 'fresh'),
    'changed', count(*) filter (where outcome = 'changed'), 'known', count(*) filter (where outcome = 'known'),
    'faulty', count(*) filter (where outcome = 'faulty'),
    'remarked', count(*) filter (where outcome <> 'faulty' and notes <> '[]')) as counts
  from vehicle_import_row join vehicle_import on id = import_id and number < done_count
  group by import_id
) as counted
where counted.import_id = i.id;

-- The parts, part_count, the separate counters and faults aren't read any more; the next release drops them.
alter table bank_import
  alter column part_count set default 1,
  add column kind text not null default 'csv' constraint bank_import_kind_check check (kind in ('csv', 'xlsx')),
  -- Its bytes until the rows are read.
  add column file bytea,
  -- Why it cannot be read, in words.
  add column failure text,
  add column encoding text,
  add column header jsonb,
  add column header_hash bytea,
  add column counts jsonb not null default '{}';
-- 'receiving' is written only by the previous release.
alter table bank_import drop constraint bank_import_state_check;
alter table bank_import add constraint bank_import_state_check
  check (state in ('receiving', 'reading', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done')) not valid;
update bank_import set counts = jsonb_build_object('known', known, 'matched', matched, 'outgoing', outgoing,
  'other-currency', other_currency, 'unmatched', imported - matched - other_currency, 'ignored', ignored,
  'faulty', jsonb_array_length(faults))
where state = 'done';
-- A file that arrived and isn't imported yet is read again: its text is in its parts, a workbook in base64.
update bank_import i set state = 'reading', done_count = 0,
  kind = case when parts.text ~ '^UEsDB[A-Za-z0-9+/]+=*$' then 'xlsx' else 'csv' end,
  file = case when parts.text ~ '^UEsDB[A-Za-z0-9+/]+=*$' then decode(parts.text, 'base64') else convert_to(parts.text, 'UTF8') end
from (select import_id, string_agg(text, '' order by number) as text from bank_import_part group by import_id) as parts
where parts.import_id = i.id and i.state in ('ready', 'running');
create index bank_import_created_at_idx on bank_import (created_at) where state in ('reading', 'checking', 'running');

create table bank_import_row (
  import_id uuid not null constraint bank_import_row_import_id_fkey references bank_import (id) on delete cascade,
  -- From 0, in the order of the file.
  number integer not null,
  -- Where the row begins in the file, from 1.
  line integer not null,
  -- Empty once the import is done: they hold people's names and accounts.
  cells jsonb not null,
  outcome text constraint bank_import_row_outcome_check
    check (outcome in ('known', 'matched', 'unmatched', 'outgoing', 'other-currency', 'ignored', 'faulty')),
  -- [{column, value, message, isFault}]
  notes jsonb not null default '[]',
  constraint bank_import_row_pkey primary key (import_id, number)
);
-- Rows with faults, for the page that lists them.
create index bank_import_row_import_id_number_idx on bank_import_row (import_id, number) where notes <> '[]';
