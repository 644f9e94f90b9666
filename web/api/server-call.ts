import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { RenderSettings } from '#contract/settings.ts'
import type { ResponseBody, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { type ProblemBody, type ProblemCode, problems } from '#contract/problem.ts'

/** Defines the services of the server for rendering. */
export interface RenderServices {
  call(endpoint: Endpoint, input: { params?: unknown; query?: unknown; body?: unknown }): Promise<unknown>
  settings: RenderSettings
  /** Shows what only developers want to see. */
  forDevelopers: boolean
  /** Set if the 404 page of this route is already cached. */
  isNotFoundCached: boolean
}

/** Describes the URL of a page in `handle`. */
export interface PageHandle {
  /** The query parameters that the page reads; the server drops all others. */
  query: readonly string[]
}

declare global {
  var boltyardRender: RouterContext<RenderServices> | undefined
}

/** Holds the context key that the server and this bundle share: they have separate module instances, and the first one creates it. */
const renderContext = (globalThis.boltyardRender ??= createContext<RenderServices>())

/** Calls an endpoint from a loader in-process, as an anonymous visitor. */
export async function serverCall<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: { params?: Params<E>; query?: Query<E> } = {},
): Promise<ResponseBody<E>> {
  try {
    const response = await context.get(renderContext).call(endpoint, input)
    // The server has checked its own answer against the contract.
    return response as ResponseBody<E>
  } catch (error) {
    throw toApiProblem(error) ?? error
  }
}

/** Converts a problem of the server, whose class this bundle does not share. */
function toApiProblem(error: unknown): ApiProblem | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const code = error.code
  if (!isProblemCode(code)) return undefined
  // The server's refusals carry facts of the contract.
  const facts = ('facts' in error ? error.facts : undefined) as ProblemBody['facts']
  const message = localizedProblemMessage({ code, message: error.message, facts: facts ?? {} })
  return new ApiProblem({ code, status: problems[code].status, message, facts })
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** Returns the settings of every page. */
export function renderSettings(context: Readonly<RouterContextProvider>): RenderSettings {
  return context.get(renderContext).settings
}

/** Returns whether a bare 404 is enough: the server sends the page that it has. */
export function isNotFoundKnown(context: Readonly<RouterContextProvider>): boolean {
  return context.get(renderContext).isNotFoundCached
}

/** Whether this shop runs for its developers, and not for buyers. */
export function isForDevelopers(context: Readonly<RouterContextProvider>): boolean {
  return context.get(renderContext).forDevelopers
}
