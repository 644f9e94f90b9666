/** Runs in the head before the first paint: pages are the same for everyone, and this attribute selects the CSS of the role. */
export const sessionMark =
  "try{document.documentElement.dataset.session=localStorage.getItem('accessToken')?'in':'out'}catch{}"
