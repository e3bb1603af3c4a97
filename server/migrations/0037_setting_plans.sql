-- Changes of settings that take effect later. A row is deleted when its changes are applied or the plan is canceled; the audit log says
-- what became of it.
create table setting_plan (
  id uuid constraint setting_plan_pkey primary key,
  -- As in `PUT /api/admin/settings`: new values by setting.
  changes jsonb not null,
  reason text,
  effective_at timestamptz not null,
  saved_by uuid not null constraint setting_plan_saved_by_fkey references account (id),
  saved_at timestamptz not null default clock_timestamp()
);
create index setting_plan_effective_at_idx on setting_plan (effective_at);
