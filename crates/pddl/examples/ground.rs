fn main() {
    for a in std::env::args().skip(1) {
        let (d, p) = a.split_once(',').unwrap();
        let r = (|| {
            let dom = saut_pddl::read_domain(&std::fs::read_to_string(d).unwrap(), d)?;
            saut_pddl::read_problem(&std::fs::read_to_string(p).unwrap(), p, &dom)
        })();
        if let Err(e) = r {
            println!("{e}");
        }
    }
}
