/** Runs in the head before the first paint: pages are the same for everybody, only this mark tells CSS who looks. */
export const sessionMark =
  "try{document.documentElement.dataset.session=localStorage.getItem('accessToken')?'in':'out'}catch{}"
