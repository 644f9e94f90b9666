import { queryOptions } from '@tanstack/react-query'
import type { getCreditNote, getInvoice } from '#contract/documents.ts'
import { call } from '#web/api/call-endpoint.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { loadMessages } from '#web/i18n/messages.ts'

/** Describes the query of a paper with the messages of its language, so that it is never shown or printed in another one. */
export const paperQuery = (endpoint: typeof getInvoice | typeof getCreditNote, id: string) =>
  queryOptions({
    queryKey: [endpoint.name, id],
    async queryFn() {
      const paper = await call(endpoint, { params: { id } })
      await loadChunk(() => loadMessages(paper.language))
      return paper
    },
  })

/** Loads the page again: a browser keeps that a module could not be loaded. */
export const retryPaper = () => location.reload()
