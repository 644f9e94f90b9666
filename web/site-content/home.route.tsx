export default function HomeRoute() {
  return <h1 className="text-4xl">Home</h1>
}
