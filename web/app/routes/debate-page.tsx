const DebatePage = () => <p>debate</p>;
export default DebatePage;
