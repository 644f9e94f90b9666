import { createContext } from 'react'
import { holdEarlyActions } from '#web/ui/early-actions.ts'

/** Describes the data of `startPage` as JSON, which no browser runs: the scripts are the same on all pages. */
export interface PageStart {
  /** The server context of React Router, without loader data. */
  context: unknown
  /** The loader data, as streamed by React Router. */
  state: string
  /** The id and the module files of each route of the page. */
  routes: readonly (readonly [id: string, ...files: string[]])[]
  /** The other files of the entry: the manifest and shared imports. */
  files: readonly string[]
  entry: string
}

/** Provides the JSON of `PageStart` during rendering. */
export const PageStartContext = createContext('')

const load = 'const load=url=>import(url)'
const loadRoutes =
  'Promise.all(page.routes.map(async([id,...files])=>[id,Object.assign({},...await Promise.all(files.map(load)))]))'
const hydrate = `const page=JSON.parse(document.getElementById("page-start").textContent);const[routes]=await Promise.all([${loadRoutes},...page.files.map(load)]);window.__reactRouterRouteModules=Object.fromEntries(routes);window.__reactRouterContext={...page.context,stream:new Response(page.state).body};await import(page.entry)`
// Not the pointer's moves: one comes with the first frame under a mouse that rests.
const touches = '["pointerdown","keydown","focusin"]'
// The paint is over when the picture is on the screen; a browser without that event waits three seconds.
const whenPainted =
  'addEventListener("load",()=>{new PerformanceObserver(list=>{if(list.getEntriesByName("first-contentful-paint")[0])(window.requestIdleCallback??setTimeout)(start,{timeout:2e3})}).observe({type:"paint",buffered:true});setTimeout(start,3e3)})'

/**
 * Runs at the end of the body in place of React Router's `<Scripts>`, whose inline scripts differ on each page and which asks for
 * all scripts before the first paint. They load when the page is painted and idle, or touched; at once on a dashboard, which is drawn
 * by them. It also sets the key of `<ScrollRestoration>`.
 */
const startPage = `{if(!history.state?.key)history.replaceState({key:Math.random().toString(32).slice(2)},"");${load};let started;const start=async()=>{if(started)return;started=1;${hydrate}};if(location.pathname.startsWith("/dashboard"))start();else{for(const type of${touches})addEventListener(type,start,{once:true,passive:true});${whenPainted}}}`

/**
 * Runs in the head before the first paint; pages are the same for everyone. `data-session` selects the CSS of the role; the start-up spinner is for the first page of a browser and day, `data-started` leaves it out of the others;
 * `data-closed` leaves out an announcement that was closed; `data-vehicle` keeps room for what fits the chosen vehicle, `data-prices` shows
 * public prices at once to a buyer who has no own ones.
 */
const startUpMark =
  "{const{dataset,style}=document.documentElement;if(dataset.startup)style.setProperty('--startup',dataset.startup+'ms');try{const kept=localStorage,day=Date().slice(0,15);dataset.session=kept.accessToken?'in':'out';if(kept['boltyard.started']==day)dataset.started='';kept['boltyard.started']=day;if(kept['boltyard.announcement']===(dataset.announcement??0))dataset.closed='';if(kept['boltyard.vehicle'])dataset.vehicle='';if(kept['boltyard.prices']=='public')dataset.prices=''}catch{}}"

/** Lists all inline scripts; the content security policy allows no others. */
export const inlineScripts = { head: `${startUpMark};${holdEarlyActions}`, end: startPage }
