import { CircleCheck } from 'lucide-react'
import { deleteJob, type FailedJob, listFailedJobs, retryJob } from '#contract/reports.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/failed-jobs.route.ts'

export const handle = staffWith('everything')

export const meta: Route.MetaFunction = () => hiddenPage(t('jobs.title'))

export default function FailedJobsRoute() {
  const jobs = useQuery(endpointQuery(listFailedJobs))
  const retrying = useAction(async ({ _id }: FailedJob) => {
    await write(retryJob, { params: { id: _id } })
    toast.success(t('jobs.retried'))
  })
  const removing = useAction(async ({ _id }: FailedJob) => {
    await write(deleteJob, { params: { id: _id } })
    toast.success(t('jobs.removed'))
  })
  const columns: Column<FailedJob>[] = [
    {
      head: t('jobs.job'),
      phone: 'title',
      cell: ({ _id, name, reason }) => (
        <span id={`job-${_id}`}>
          <span className="block font-semibold">{name}</span>
          <span className="muted block text-sm wrap-anywhere">{reason}</span>
        </span>
      ),
    },
    { head: t('word.failed'), fit: true, cell: ({ failedAt }) => <DayTime iso={failedAt} /> },
    {
      head: t('jobs.actions'),
      fit: true,
      phone: 'actions',
      cell: (job) => (
        <span className="flex flex-wrap gap-2 xl:flex-nowrap">
          <Button
            size="sm"
            variant="outline"
            aria-describedby={`job-${job._id}`}
            busy={retrying.isPending && retrying.variables._id === job._id}
            onClick={() => retrying.mutate(job)}
          >
            {t('jobs.retry')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-describedby={`job-${job._id}`}
            busy={removing.isPending && removing.variables._id === job._id}
            onClick={() => removing.mutate(job)}
          >
            {t('word.remove')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeading title={t('jobs.title')} text={t('jobs.text')} />
      <div className="mt-6">
        <QueryView
          query={jobs}
          placeholder={<TableSkeleton columns={columns} label={t('jobs.loading')} />}
          failed={t('jobs.failed')}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('jobs.none')} text={t('jobs.none-text')} icon={<CircleCheck size={30} />} />
            ) : (
              <Table caption={t('jobs.title')} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
            )
          }
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
